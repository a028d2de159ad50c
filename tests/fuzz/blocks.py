"""Spawned statements, and cilk_scope before a statement without braces.

The variables that a spawned statement writes are pending until the sync.  A
scalar that it only reads is copied, and the function may change it; it shares
all else that it reads, and the function must not write that: class "read"."""

import re

from statements import Statements
from tree import Compound, Text, listing


class Blocks(Statements):
    def statement_choices(self, depth):
        choices = super().statement_choices(depth)
        if not self.has_inlets:
            choices.append((3, self.spawned_assignment))
            if depth > 0:
                choices += [(4, lambda: self.spawned_block(depth)),
                            (3, lambda: self.bare_scope(depth))]
        return choices

    def one(self, depth):
        """Some of them fit where one statement without braces is."""
        if not self.has_inlets and self.r.random() < 0.15:
            outer, self.out = self.out, []
            if self.r.random() < 0.5:
                self.spawned_assignment()
            elif depth > 0:
                self.spawned_block(depth, plain=True)
            nodes, self.out = self.out, outer
            if nodes:
                assert len(nodes) == 1
                return nodes
        return super().one(depth)

    def share(self, text, seen, written):
        """Of what the text mentions: how its variables go into the statement."""
        for v in seen:
            if v in written or not re.search(r"\b%s\b" % v.name.strip("(*)"), text):
                continue
            scalar = v.type.kind in "ibefc" or v.type.name in ("cptr", "text", "operation")
            if v.type.kind == "x" or v.fixed and not v.count and scalar:
                continue
            if scalar and not v.count and not v.taken and not v.is_global and \
                    v.name.isidentifier() and not getattr(v, "qualified", False):
                v.copied = True
            else:
                self.mark(v, "read", self.frames[-1], "r")

    def spawned_assignment(self):
        """cilk_spawn x = f();"""
        r = self.r
        word = r.choice(("cilk_spawn", "cilk_spawn", "_Cilk_spawn"))
        seen = self.visible()
        if r.random() < 0.2:
            free = [v for v in seen if v.type.kind == "i" and not v.type.wide and
                    not v.fixed and not v.count and not v.copied and not v.loose and
                    self.is_free(v, write=True) and not self.is_frozen(v) and
                    (v, "read") not in self.pending]
            if free:
                v = r.choice(free)
                text = r.choice(("%s++;", "++%s;", "%s -= 2;")) % v.name
                self.emit(word + " " + text, text, serial=text)
                self.mark(v, None, self.frames[-1], "=")
            return
        fits = [fit for fit in self.assignments() if fit[2].type.kind != "x" and
                (fit[3] == "*" or self.is_free(fit[2], fit[3], True) and
                 (fit[2], None) not in self.pending)]
        callee = self.assigned
        if not fits:
            return
        left, operator, v, element, _, _ = r.choice(fits)
        if "++" in left:
            return
        self.cost += (callee.cost + 1) * self.mult
        args = self.arguments(callee)
        call = self.written(callee, args)
        serial = "%s %s %s(%s);" % (left, operator, callee.name, ", ".join(args))
        self.emit("%s %s %s %s;" % (word, left, operator, call), serial, serial=serial)
        if element == "*":
            self.pending[v, "*"] = (self.pending[v, "*"][0], "=")
        else:
            self.mark(v, element, self.frames[-1], "=")
        self.share(call, seen, [])

    def may_write(self, v):
        return not v.fixed and not v.copied and not v.vla and v.type.kind not in "xp" and \
            v.type.name != "konst" and not self.is_frozen(v) and v.count >= 0 and \
            self.is_free(v, write=True)

    def spawned_block(self, depth, plain=False):
        """cilk_spawn { ... }, and before other statements.  plain: no if."""
        r = self.r
        if self.in_parallel > 2 or self.mult > 100:
            return
        seen = self.visible()
        outputs = [v for v in seen if self.may_write(v)]
        outputs = r.sample(outputs, min(len(outputs), r.choice((0, 1, 1, 2))))
        kind = r.choice(("", "", "", "", "for", "do", "while") + ("if", "switch") * (not plain))
        condition = self.condition()
        saved = (self.loops, self.root, self.frozen, self.open, self.vla_floor, self.mult,
                 self.switch_depth, self.out, self.sealed)
        self.frames.append(self.n_frames)
        self.n_frames += 1
        self.in_parallel += 1
        self.frozen = self.vla_floor = len(self.blocks)
        self.loops, self.root, self.open, self.switch_depth = [], False, set(outputs), 0
        self.mult *= 2 if kind == "for" else 1
        self.blocks.append([])
        nodes = self.out = []
        self.emit("", "cilk_scope;", loose=False, serial="")
        self.n_names += 1
        self.emit("unsigned long n%d = h;\nunsigned long h = mix(%d, n%d);" % (
            self.n_names, r.randrange(99), self.n_names), loose=False)
        for v in outputs:
            v.taken = True
        self.statements(r.randrange(1, 4), min(depth - 1, 1))
        for v in outputs:
            if v in self.visible() and self.is_free(v, 0 if v.count else None, True):
                self.emit("%s = mk_%s(h);" % (v.name + "[0]" * bool(v.count), v.type.name))
        if kind == "for":
            self.sync()
        self.pending = self.without_frames(len(self.frames) - 1)
        self.frames.pop()
        self.close_block()
        self.blocks.pop()
        self.in_parallel -= 1
        (self.loops, self.root, self.frozen, self.open, self.vla_floor, self.mult,
         self.switch_depth, self.out, self.sealed) = saved
        head, tail = {
            "": ("", ""), "for": ("for (int k = 0; k < 2; k++)", ""),
            "do": ("do", " while (0);"), "while": ("for (; h != h + 1;)", ""),
            "if": ("if (%s)" % condition, ""),
            "switch": ("switch (h % 2) default:", "")}[kind]
        if kind == "while":
            nodes.append(Text("break;", loose=False))
        word = r.choice(self.program.spawns if not kind else ("cilk_spawn", "_Cilk_spawn"))
        self.out.append(Compound(({"keywords": (word + " " + head).strip(), "macros": head},
                                  nodes, True, tail), whole=True))
        for v in outputs:
            self.mark(v, "*" if v.count else None, self.frames[-1], "=")
        self.share("\n".join([head] + listing(nodes, "keywords")), seen, outputs)

    def bare_scope(self, depth):
        """cilk_scope x = spawn f();"""
        r = self.r
        self.frames.append(self.n_frames)
        self.n_frames += 1
        self.blocks.append([])
        outer, self.out = self.out, []
        if r.random() < 0.4:
            r.choice((self.loop, self.branch, self.switch, self.bare_scope))(depth)
        nodes = self.out or self.one(depth)
        self.pending = self.without_frames(len(self.frames) - 1)
        self.frames.pop()
        self.close_block()
        self.blocks.pop()
        self.out = outer
        braced = len(nodes) > 1
        nodes.insert(0, Text("", "cilk_scope;", loose=False, serial=""))
        self.out.append(Compound(({"keywords": r.choice(self.program.scopes), "macros": ""},
                                  nodes, {"keywords": braced, "macros": True}, ""),
                                 whole=True))
