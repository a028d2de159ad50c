"""Statements around spawns."""

from body import Loop
from spawns import Spawns
from tree import Compound, Text


class Statements(Spawns):
    def statements(self, count, depth):
        for _ in range(count):
            self.statement(depth)

    def statement_choices(self, depth):
        nested = depth > 0
        choices = [
            (22, self.spawn_statement), (6, self.sync_statement), (8, self.declaration),
            (7, self.observe_some), (5, self.change), (2, self.plain_call),
            (5, self.futures)]
        if nested:
            choices += [
                (8, lambda: self.branch(depth)), (6, lambda: self.loop(depth)),
                (4, lambda: self.switch(depth)), (3, lambda: self.forward(depth)),
                (2, lambda: self.plain_block(depth)),
                (2, lambda: self.nested_spawn()), (2, self.labelled)]
            if not self.has_inlets:
                choices.append((5, lambda: self.scope(depth)))
        if len(self.blocks) > 2:
            choices.append((3, self.leave_loop))
            if not self.in_parallel and not self.sealed:
                choices.append((1.5, self.leave_function))
        return choices

    def statement(self, depth):
        choices = self.statement_choices(depth)
        self.r.choices([c[1] for c in choices], [c[0] for c in choices])[0]()

    def sync_statement(self):
        if self.r.random() < 0.15:
            self.emit(";")
        self.sync(loose=False)
        if self.r.random() < 0.1:
            self.emit("h = mix(h, SYNCHED);")

    def plain_call(self):
        callee = self.pick_callee(lambda c: c.result is not None)
        if callee:
            self.cost += (callee.cost + 1) * self.mult
            self.emit("h = mix(h, h_%s(%s(%s)));" % (
                callee.result.name, callee.name, ", ".join(self.arguments(callee))))

    def one(self, depth):
        """What can stand in an unbraced position: no declaration, one statement."""
        r = self.r
        nodes, outer = [], self.out
        self.out = nodes
        if r.random() < 0.75:
            for _ in range(6):
                before = dict(self.pending)
                if r.random() < 0.75:
                    self.spawn_assignment()
                else:
                    callee = self.pick_callee(lambda c: True)
                    if callee:
                        self.spawn(None, callee)
                if nodes:
                    break
                self.pending = before
        elif r.random() < 0.5:
            self.sync()
        else:
            self.change()
        if not nodes:
            self.emit(";")
        self.out = outer
        assert len(nodes) == 1
        return nodes

    def inner(self, depth, count=None):
        """(nodes, braced): the body of something, with its effect on pending."""
        if self.r.random() < 0.4:
            return self.one(depth), False
        with self.block() as nodes:
            self.statements(count or self.r.randrange(1, 4), depth - 1)
        return nodes, True

    def branch(self, depth):
        """if, else if, else; braced and not."""
        before, after, parts = self.pending, [], []
        for i in range(self.r.choice((1, 1, 2, 2, 3))):
            self.pending = dict(before)
            nodes, braced = self.inner(depth)
            parts.append((("else " if i else "") + "if (%s)" % "@", nodes, braced, ""))
            after.append(self.pending)
        self.pending = before
        parts = [(head.replace("@", self.condition()), nodes, braced, tail)
                 for head, nodes, braced, tail in parts]
        if self.r.random() < 0.5:
            self.pending = dict(before)
            nodes, braced = self.inner(depth)
            parts.append(("else", nodes, braced, ""))
            after.append(self.pending)
        else:
            after.append(before)
        self.merge(*after)
        # An if without braces does not swallow a following else.
        self.out.append(Compound(*parts))

    def plain_block(self, depth):
        with self.block() as nodes:
            self.statements(self.r.randrange(1, 4), depth - 1)
        self.out.append(Compound(("", nodes, True, "")))

    def loop(self, depth):
        r = self.r
        times = r.randrange(2, 5)
        first = self.first_of_for() if r.random() < 0.2 else None
        self.n_names += 1
        index = "i%d" % self.n_names
        # An array of which each iteration hands on the address of one element.
        cells = callee = None
        if r.random() < 0.15 and not first:
            callee = self.pick_callee(lambda c: c.cells == 1 and self.known(c.points_to),
                                      points=True)
        if callee:
            _, cells, _ = self.new_cells(callee.points_to, times)
            self.mark(cells, "*", self.frames[-1], ("index", index))
        # What the body may spawn into without a sync.
        for v in self.visible():
            if v.fixed or v.type.name == "konst" or v.type.kind in "xp" or \
                    self.is_frozen(v):
                continue
            if v.count >= times and not any(k[0] is v for k in self.pending) and \
                    r.random() < 0.8:
                self.mark(v, "*", self.frames[-1], ("index", index))
            elif not v.count and v.type.kind == "i" and self.is_free(v, write=True) and \
                    not v.loose and not v.copied and r.random() < 0.25:
                self.mark(v, None, self.frames[-1], "+")
            elif v.type.kind == "o" and self.is_free(v) and r.random() < 0.2:
                self.mark(v, "read", self.frames[-1], "r")
        self.blocks.append([])
        i = self.declare(index, self.program.loop_type(), fixed=True)
        self.loops.append(Loop(dict(self.pending), len(self.blocks), len(self.frames),
                               index))
        saved_mult, self.mult = self.mult, self.mult * times
        kind = "for" if first else r.choice(("for", "for", "for", "while", "do"))
        if r.random() < 0.3 and kind != "while":
            nodes, braced = self.one(depth), False
            if not self.fits_head():
                self.sync_into(nodes)
                braced = True
        else:
            with self.block() as nodes:
                if cells:
                    self.spawn_by_address(cells)
                self.statements(r.randrange(1, 5), depth - 1)
                if not self.fits_head():
                    self.sync()
            braced = True
        assert self.fits_head(), "the end of a loop brings more than its head"
        self.mult = saved_mult
        self.blocks.pop()
        done = self.loops.pop()
        self.merge(self.pending, done.head, *done.breaks)
        if first:
            rest = "; %s < %d; %s++)" % (index, times, index)
            self.out.append(Compound(
                ("", [Text("%s %s = 0;" % (i.type.c, index), loose=False),
                      Text("", first.text["macros"], False, first.text["serial"]),
                      Compound(({"keywords": "for (" + first.text["keywords"].rstrip(";") +
                                 rest, "macros": "for (" + rest}, nodes, braced, ""),
                               loose=False)], True, "")))
        elif kind == "for":
            head = "for (%s %s = 0; %s < %d; %s++)" % (i.type.c, index, index, times, index)
            self.out.append(Compound((head, nodes, braced, "")))
        elif kind == "while":
            head = "while (%s++ < %d)" % (index, times - 1)
            self.out.append(Compound(
                ("", [Text("%s %s = -1;" % ("int", index), loose=False),
                      Compound((head, nodes, braced, ""), loose=False)], True, "")))
        else:
            # The counter moves in the condition, so that continue works.
            self.out.append(Compound(
                ("", [Text("%s %s = 0;" % (i.type.c, index), loose=False),
                      Compound(("do", nodes, braced, " while (++%s < %d);" %
                                (index, times)), loose=False)], True, "")))

    def first_of_for(self):
        """A spawn that can begin a for, or None."""
        outer, self.out = self.out, []
        self.spawn_assignment()
        nodes, self.out = self.out, outer
        return nodes[0] if nodes else None

    def sync_into(self, nodes):
        outer, self.out = self.out, nodes
        self.sync()
        self.out = outer

    def fits_head(self):
        loop = self.loops[-1]
        return all(key in loop.head for key in self.without_frames(loop.frames))

    def leave_loop(self):
        """break or continue, in an if."""
        r = self.r
        if not self.loops or self.loops[-1].depth < max(self.switch_depth, self.sealed):
            return
        loop = self.loops[-1]
        with_sync = r.random() < 0.3
        word = "continue" if loop.is_parallel else r.choice(("break", "continue"))
        before, condition = dict(self.pending), self.condition()
        nodes = []
        if with_sync:
            self.sync_into(nodes)
        bad = not loop.is_parallel and (self.locals_pending(loop.depth, loop.frames) or \
            word == "continue" and not self.fits_head())
        if not bad:
            if word == "break":
                loop.breaks.append(self.without_frames(loop.frames))
            self.emit_leaving(condition, nodes, word + ";",
                              "return;" if loop.is_parallel else None)
        self.pending = before

    def emit_leaving(self, condition, nodes, text, macros=None):
        nodes.append(Text(text, macros, False, text))
        self.out.append(Compound(("if (%s)" % condition, nodes, len(nodes) > 1, "")))

    def leave_function(self):
        """With children outstanding, and without."""
        before, condition = dict(self.pending), self.condition()
        nodes = []
        if self.r.random() < 0.3:
            self.sync_into(nodes)
        self.emit_leaving(condition, nodes, self.return_text())
        self.pending = before

    def return_text(self):
        if self.result is None:
            return "return;"
        return "return mk_%s(h + %d);" % (self.result.name, self.r.randrange(100))

    def switch(self, depth):
        r = self.r
        before, after, nodes = dict(self.pending), [], []
        outer, self.out = self.out, nodes
        saved, self.switch_depth = self.switch_depth, len(self.blocks) + 1
        self.blocks.append([])
        values = r.sample(range(6), r.randrange(1, 4))
        falls = None
        if r.random() < 0.15:
            # One case, no braces.
            self.blocks.pop()
            self.out = outer
            body = self.one(depth)
            self.switch_depth = saved
            self.merge(self.pending, before)
            self.out.append(Compound(("switch (h %% 3) case %d:" % (values[0] % 3), body,
                                      False, "")))
            return
        last = len(values) - 1 if r.random() < 0.5 else len(values)
        for n in range(len(values)):
            self.merge(before, falls)
            label = "default:" if n == last else "case %d:" % values[n]
            if r.random() < 0.2 and n != last:
                label += " case %d:" % (values[n] + 10)
            body, braced = self.inner(depth)
            nodes.append(Compound((label, body, braced, ""), loose=False))
            if r.random() < 0.75 or n == len(values) - 1:
                nodes.append(Text("break;", loose=False))
                after.append(self.pending)
                falls = None
            else:
                nodes.append(Text("/* fall through */", loose=False))
                falls = self.pending
        self.blocks.pop()
        self.out = outer
        self.switch_depth = saved
        self.merge(before, *after)
        self.out.append(Compound(("switch (h %% %d)" % r.randrange(2, 7), nodes, True, "")))

    def forward(self, depth):
        """A goto over spawns."""
        self.program.n_labels += 1
        label = "out_%d" % self.program.n_labels
        jumps = []
        level, frames = len(self.blocks), len(self.frames)
        with self.block() as nodes:
            for _ in range(self.r.randrange(1, 3)):
                self.statements(self.r.randrange(1, 3), depth - 1)
                if not self.locals_pending(level, frames):
                    jumps.append(dict(self.pending))
                    self.emit_leaving(self.condition(), [], "goto %s;" % label)
                    self.out[-1].loose = False
            self.statements(self.r.randrange(1, 3), depth - 1)
        if not jumps:
            self.out.append(Compound(("", nodes, True, "")))
            return
        self.merge(self.pending, *jumps)
        self.out.append(Compound(("", nodes, True, "")))
        self.out[-1].loose = False
        for node in nodes:
            if isinstance(node, Compound) and not node.loose:
                node.loose = False
        body = self.one(depth)
        self.out.append(Compound((label + ":", body, False, ""), loose=False))

    def labelled(self):
        self.program.n_labels += 1
        body = self.one(0)
        self.out.append(Compound(("UNUSED_LABEL(l_%d)" % self.program.n_labels, body, False,
                                  "")))

    def scope(self, depth):
        r = self.r
        self.frames.append(self.n_frames)
        self.n_frames += 1
        self.blocks.append([])
        outer, self.out = self.out, []
        nodes = self.out
        self.emit("", "cilk_scope;", loose=False, serial="")
        self.statements(r.randrange(1, 5), depth - 1)
        self.pending = self.without_frames(len(self.frames) - 1)
        self.frames.pop()
        self.close_block()
        self.blocks.pop()
        self.out = outer
        word = r.choice(self.program.scopes)
        self.out.append(Compound(({"keywords": word, "macros": ""}, nodes, True, ""),
                                 whole=True))

    def nested_spawn(self):
        """A spawn in the arguments of another."""
        inner = self.pick_callee(lambda c: c.result is not None and c.result.kind == "i" and
                                 self.known(c.result) and
                                 not c.ready)
        callee = self.pick_callee(
            lambda c: not c.exact and not c.ready and c.params and
            c.params[0].kind in "i")
        if not inner or not callee or self.program.own_names:
            return
        self.cost += (inner.cost + 1) * self.mult
        self.n_names += 1
        name = "n%d" % self.n_names
        call = "%s(%s)" % (inner.name, ", ".join(self.arguments(inner)))
        e = "__extension__ ({ %s %s; %s = %s %s; %s; %s + 1u; })" % (
            inner.result.c, name, name, self.r.choice(self.program.spawns), call,
            self.r.choice(self.program.syncs), name)
        self.cost += (callee.cost + 1) * self.mult
        # Maybe evaluated before that sync.
        rest = [self.value(t) for t in callee.params[1:]]
        self.pending = {k: e for k, e in self.pending.items() if e[0] != self.frames[-1]}
        serial = "(void)%s(%s);" % (callee.name, ", ".join([call + " + 1u"] + rest))
        self.emit("%s %s(%s);" % (self.r.choice(self.program.spawns), callee.name,
                                  ", ".join([e] + rest)),
                  "sync;\n" + serial, loose=False, serial=serial)

    switch_depth = 0
