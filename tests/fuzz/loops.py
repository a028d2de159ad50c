"""cilk_for and reducers.  A body writes only variables that it declares, elements
of arrays at its index, and reducers."""

import re

from blocks import Blocks
from body import Loop, Variable
from reducers import KINDS, POINTED, Reducer, some_local
from tree import VLA, Compound, Text, listing, said_apart
from values import TYPES, declarator, some_type

# Of control variables.
CONTROLS = [TYPES[n] for n in ("int", "int", "int", "long", "long", "unsigned", "short", "char",
                               "schar", "uchar", "ushort_", "ulong_", "llong", "ullong")] + [
    TYPES["ulong_"]._replace(c="size_t")] * 2


class CilkFor(Compound):
    """A cilk_for.  Its body in macro form is a function of its own, to which
    the variables that it names are passed; where that cannot be it is a plain
    for."""

    def __init__(self, head, nodes, braced, macro, index, variables, loose):
        super().__init__((head, nodes, braced, ""), loose=loose, whole=True)
        self.nodes, self.macro, self.variables = nodes, macro, variables
        self.name = "body_of_" + index[1]
        self.index = "(%s) %s" % index

    def captures(self):
        """None where there can be no function."""
        if self.macro is None:
            return None
        body = "\n".join(listing(self.nodes, "macros"))
        found = [v for v in self.variables
                 if re.search(r"\b%s\b" % v.name.strip("(*)"), body)]
        return None if any(v.count or not v.name.isidentifier() or v.type.name == "konst" or v.type.kind in "xp"
                           for v in found) else found

    def lines(self, form):
        captures = self.captures() if form == "macros" else None
        if captures is None:
            return super().lines(form if form == "keywords" else "serial")
        return ["cilk_for%s(%s);" % (self.macro[0], ", ".join(
            self.macro[1].replace("@", self.name).split(", ") +
            [v.name for v in captures]))]


class LoopBody:
    """Before the function."""

    loose = gone = False

    def __init__(self, loop):
        self.loop = loop

    def lists(self):
        return []

    def has_sync(self):
        return True

    def lines(self, form):
        captures = self.loop.captures() if form == "macros" else None
        if captures is None:
            return []
        words = [self.loop.name, self.loop.index] + [
            "(%s) %s" % (v.type.c, v.name) for v in captures]
        return said_apart(["cilk_loop(%s)" % ", ".join(words), "{", "    {"] + [
            line if line[:1] == "#" else "        " + line
            for line in listing(self.loop.nodes, "macros")] + ["    }", "}"], 2)


class Loops(Blocks):
    def statement_choices(self, depth):
        choices = super().statement_choices(depth)
        if depth > 0 and not self.has_inlets:
            choices.append((4 if self.root else 1.5, self.parallel_loop))
            if not self.program.has_macros and not self.program.own_names:
                choices.append((3, lambda: self.local_reducer(depth)))
        return choices

    def statement(self, depth):
        r = self.r
        if self.program.pedigrees and r.random() < 0.12:
            self.emit(r.choice(("h = mix(h, ucilk_random());", "h = mix(h, pedigree());",
                                "ucilk_pedigree_bump();")))
            return
        views = self.program.reducers + self.local_reducers
        if views and r.random() < (0.2 if self.local_reducers else 0.08):
            reducer = r.choice(views)
            value = "h" if r.random() < 0.5 else str(r.randrange(99))
            if reducer in self.local_reducers and reducer.form in POINTED and \
                    self.mult * 8 + self.cost <= self.budget and r.random() < 0.4:
                self.cost += self.mult * 4
                self.emit("%s bump_%s(&%s, %d, h);" % (
                    r.choice(self.program.spawns), reducer.kind, reducer.use,
                    r.randrange(1, 3)), loose=False)
                return
            self.emit(reducer.step(value), view_step(reducer, value))
            return
        super().statement(depth)

    def header(self, name, times, arrays):
        """(type, header, an index from 0 to times - 1 in the body, header in
        macros or None)"""
        r = self.r
        if arrays and r.random() < 0.12:
            return self.header_of_pointer(name, times, r.choice(arrays))
        t = r.choice([t for t in CONTROLS if self.known(t)])
        order = r.randrange(5)
        k = r.choice((1, 1, 2, 3))
        a = r.choice((0, 0, 1, 5))
        a = max(a, k) if order == 3 else a  # nothing below 0
        by = r.choice((str(k),) * 4 + ("(h | 1 ? %d : 7)" % k, "(1 + %d)" % (k - 1)))
        up = r.choice(("%s += %s", "%s += %s", "%s = %s + %s", "%s = %s +%s", "%s -= -(%s)"))
        down = r.choice(("%s -= %s", "%s -= %s", "%s = %s - %s", "%s += -(%s)"))
        up, down = (form % ((name, name, by) if form.count("%s") == 3 else (name, by))
                    for form in (up, down))
        if "= %s +" % name in up and r.random() < 0.5:
            up = "%s = %s + %s" % (name, "(%s)" % by if "?" not in by else by, name)
        if k == 1 and r.random() < 0.5:
            up, down = r.choice(("%s++", "++%s")) % name, r.choice(("%s--", "--%s")) % name
        index = "%s" % name if k == 1 and a == 0 else "(%s - %d) / %d" % (name, a, k)
        end = a + k * times
        macro = "@, %d, %d, %d" % (a, end, k)
        if order == 0:
            parts = "%d; %s < %d; %s" % (a, name, end, up)
        elif order == 1:
            parts = "%d; %s <= %d; %s" % (a, name, end - k, up)
        elif order == 2:
            parts = r.choice(("%d; %s != %d; %s" % (a, name, end, up),
                              "%d; %d > %s; %s" % (a, end, name, up)))
        elif order == 3:
            parts = "%d; %s > %d; %s" % (end - k + 1, name, a, down)
            index = "(%s - %d) / %d" % (name, a + 1, k)
            macro = "@, %d, %d, -%d" % (end - k + 1, a, k)
        else:
            parts = r.choice(("%d; %d < %s; %s", "%d; %d != %s; %s")) % (end, a, name, down)
            index = "(%s - %d) / %d" % (name, a + k, k)
            macro = "@, %d, %d, -%d" % (end, a, k)
        macro = ("_step", macro)
        if order < 3 and k == 1:
            macro = "", "@, %d, %d" % (a, end)
            if r.random() < 0.3:
                macro = "_grain", "%d, @, %d, %d" % (r.choice((1, 2)), a, end)
        if r.random() < 0.15 and not self.in_parallel:
            # A variable from before the loop.
            self.emit("%s %s;" % (t.c, name), loose=False)
            return t, name, "%s = %s" % (name, parts), index, None
        return t, None, "%s %s = %s" % (t.c, name, parts), index, macro

    def header_of_pointer(self, name, times, array):
        r = self.r
        t = TYPES["cptr"]._replace(name="pointer", kind="x", c="const char *")
        k = r.choice((1, 2, 3))
        if r.random() < 0.5 and not array.vla:
            t = t._replace(c=array.type.c + " *")
            first, last, k = array.name, "%s + %d" % (array.name, times), 1
        else:
            first, last = "track", "track + %d" % (k * times)
        by = str(k)
        step = r.choice(("%s += %s", "%s = %s + %s", "%s = %s + (%s)", "%s -= -%s"))
        step = step % ((name, name, by) if step.count("%s") == 3 else (name, by))
        if k == 1 and r.random() < 0.5:
            step = name + "++"
        test = r.choice(("%s < %s", "%s != %s", "%s <= %s")) % (name, last)
        test = test.replace("<= " + last, "<= %s - %d" % (last, k))
        index = "(%s - %s) / %d" % (name, first, k)
        return t, None, "%s%s = %s; %s; %s" % (t.c, name, first, test, step), index, None

    def loop_arrays(self, times, local):
        """What the iterations write elements of."""
        r, arrays = self.r, []
        for _ in range(r.randrange(1, 3)):
            t = some_type(r, [n for n in TYPES if n != "konst"])
            if not local:
                arrays.append(self.new_global(t, times))
                arrays[-1].loose = True
                continue
            if not self.known(t):
                continue
            name = self.name_of()
            if r.random() < 0.2:
                self.emit("%s;" % declarator(t.c, "%s[%d + %s" % (name, times, VLA)),
                          loose=False)
                self.emit("for (int i = 0; i < %d; i++) %s[i] = mk_%s(i);" % (
                    times, name, t.name), loose=False)
            else:
                self.emit("%s = {mk_%s(%d)};" % (
                    declarator(t.c, "%s[%d]" % (name, times)), t.name, r.randrange(99)))
                if self.program.odd(name):
                    self.emit("%s = %s;" % (declarator(t.c, "*restrict only_" + name), name),
                              loose=False)
                    name = "only_" + name
            arrays.append(self.declare(name, t, times, loose=True,
                                       vla=self.out[-1].text.startswith("for")))
        return arrays

    def parallel_loop(self):
        r = self.r
        if self.in_parallel > 1 or self.mult > 40:
            return
        times = r.choice((3, 4, 6, 6, 25)) if self.root else r.choice((2, 3, 4))
        arrays = self.loop_arrays(times, not self.root or r.random() < 0.4)
        reducers = []
        if r.random() < 0.5 and not self.program.has_macros:
            for _ in range(r.randrange(1, 3)):
                self.n_names += 1
                reducers.append(Reducer("r%d" % self.n_names, r.choice(sorted(KINDS)), "plain"))
                for line in reducers[-1].begin:
                    self.emit(line, loose=False)
        self.program.n_labels += 1
        name = "c%d" % self.program.n_labels
        t, before, header, index, macro = self.header(name, times, arrays)
        saved = (self.loops, self.mult, self.root, self.frozen, self.open, self.switch_depth,
                 self.sealed)
        self.in_parallel += 1
        self.mult *= times
        self.root, self.frozen, self.open = False, len(self.blocks), set()
        self.switch_depth = self.sealed = 0
        self.frames.append(self.n_frames)
        self.n_frames += 1
        for v in arrays:
            self.mark(v, "*", self.frames[-2], ("index", index))
        self.blocks.append([])
        self.declare(name, t, fixed=True)
        self.loops = [Loop({}, len(self.blocks), len(self.frames), index, True)]
        outer, self.out = self.out, []
        self.blocks.append([])
        nodes = self.out
        if r.random() < 0.2 and arrays:
            # One statement, without braces.
            self.spawn_elements_of(arrays[0], index)
            braced = False
        else:
            braced = True
            self.emit("unsigned long h = mix(%d, (unsigned long)(%s));" % (
                r.randrange(99), index), loose=False)
            self.statements(r.randrange(1, 6), 1)
            for v in arrays:
                if self.pending.get((v, "*"), (0, 0))[1] == ("index", index) and \
                        v in self.visible():
                    self.emit("%s[%s] = mk_%s(h);" % (v.name, index, v.type.name))
            for reducer in reducers:
                self.emit(reducer.step("h"))
        self.pending = self.without_frames(len(self.frames) - 1)
        for v in arrays:
            self.pending.pop((v, "*"), None)
        self.frames.pop()
        self.blocks.pop()
        self.blocks.pop()
        self.out = outer
        (self.loops, self.mult, self.root, self.frozen, self.open, self.switch_depth,
         self.sealed) = saved
        self.in_parallel -= 1
        word = r.choice(("cilk_for", "cilk_for", "_Cilk_for"))
        if r.random() < 0.25:
            self.emit("#pragma cilk grainsize %s" % r.choice((
                "1", "2", "= 1 + 2", "GRAIN", "= GRAIN", "GRAIN_OF(2)", "= sizeof(short)")), "",
                loose=False)
        elif r.random() < 0.05:
            word = '_Pragma("cilk grainsize = GRAIN") ' + word
        seen = [v for v in self.visible() if not v.is_global]
        if not braced:
            seen.append(Variable("h", TYPES["ulong_"]))
        self.out.append(CilkFor({"keywords": "%s (%s)" % (word, header),
                               "macros": "for (%s)" % header}, nodes, braced, macro,
                              (t.c, name), seen, not reducers and not before))
        self.globals.append(LoopBody(self.out[-1]))
        for reducer in reducers:
            self.tell(reducer.told())
        if before:
            self.declare(before, t, fixed=True)
            self.tell("(unsigned long)" + before)
        if arrays:
            self.observe(arrays[0])

    def tell(self, value):
        if self.root:
            self.program.n_shown += 1
            self.emit("h = shown(%d, h, (unsigned long)(%s));" % (
                self.program.n_shown, value))
        else:
            self.emit("h = mix(h, (unsigned long)(%s));" % value)

    def local_reducer(self, depth):
        """A block with a reducer of any form, what updates it, and what it tells."""
        r = self.r
        if len(self.local_reducers) > 1:
            return
        self.n_names += 1
        reducer = some_local(r, "r%d" % self.n_names, self.program.aborts)
        if reducer.before:
            self.program.n_labels += 1
            name = reducer.name + "_%d" % self.program.n_labels
            reducer = Reducer(name, reducer.kind, reducer.form)
            self.globals += [Text(line, loose=False) for line in reducer.before]
        saved = self.sealed, self.local_reducers
        with self.block() as nodes:
            if reducer.must_end:
                self.sealed = len(self.blocks)
            for line in reducer.begin + [reducer.register] * bool(reducer.register):
                self.emit(line, loose=False)
            self.local_reducers = self.local_reducers + [reducer]
            self.statements(r.randrange(2, 6), depth - 1)
            self.sync()
            if reducer.form in ("cilk_c", "wrapped", "registered"):
                told = [reducer.end[-1]], []
            else:
                told = [], reducer.end
            for line in told[0]:
                self.emit(line, loose=False)
            self.tell(reducer.told())
            for line in told[1]:
                self.emit(line, loose=False)
            self.sealed, self.local_reducers = saved
        self.out.append(Compound(("", nodes, True, ""), loose=False))

    def spawn_elements_of(self, v, index):
        callee = self.pick_callee(lambda c: c.result is not None and c.result == v.type)
        left = "%s[%s]" % (v.name, index)
        if callee:
            self.spawn(left, callee)
        else:
            self.emit("%s = mk_%s((unsigned long)(%s));" % (left, v.type.name, index))


def view_step(reducer, value):
    return KINDS[reducer.kind].step % ("VIEW(%s)" % reducer.name, value)
