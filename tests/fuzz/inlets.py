"""Cilk-5's inlets and abort.

An inlet adds to variables that nobody reads before the sync, by operations
that commute, since children end in any order.  In the elision it is a macro.
An abort comes only where nothing else is pending, and no code reads results that
it may have prevented: a search has one result, and those of a race are equal."""

from loops import Loops
from tree import Compound, Text
from values import TYPES, Callee, declarator, some_type

# name: (type, first value, statement)
SUMS = {
    "add": ("ulong_", "3", "@ += V;"),
    "exor": ("ulong_", "9", "@ ^= V;"),
    "count": ("int", "0", "@++;"),
    "most": ("ulong_", "0", "if (V > @) @ = V;"),
    "either": ("ullong", "1", "@ |= V & 0xff;"),
    "bits": ("uchar", "7", "@ += (uchar)(V);"),
    "some": ("long", "0", "if (V % 3 == 0) INLET_RETURN; @ += (long)(V % 1000);"),
}


class Inlet:
    def __init__(self, name, result, params, sums, cells):
        self.name, self.result, self.params = name, result, params
        self.sums, self.cells = sums, cells


def define(name, params, lines):
    """An inlet, and the same as a macro."""
    typed = ", ".join(declarator(t.c, p) for t, p in params)
    words = [p.upper() + "_" for _, p in params]
    macro = ["#define %s(%s) do { \\" % (name, ", ".join(words))]
    macro += ["    %s = %s; \\" % (declarator(t.c, p), w) for (t, p), w in zip(params, words)]
    macro += ["    (void)%s; \\" % p for _, p in params]
    macro += ["    %s \\" % line for line in lines] + ["} while (0)"]
    return ["#ifndef PLAIN", "inlet void %s(%s)" % (name, typed), "{"] + [
        "    (void)%s;" % p for _, p in params] + ["    " + line for line in lines] + [
        "}", "#else"] + macro + ["#endif"]


class Inlets(Loops):
    inlets = ()

    def statement_choices(self, depth):
        choices = super().statement_choices(depth)
        if self.has_inlets:
            choices += [(22, self.to_inlet), (3, self.ordered)]
            if self.program.aborts:
                choices += [(2, self.abort_own), (2, self.race)]
        return choices

    def begin_inlets(self):
        self.inlets = [self.inlet() for _ in range(self.r.randrange(1, 4))]

    def new_name(self, prefix):
        self.program.n_labels += 1
        return "%s%d" % (prefix, self.program.n_labels)

    def inlet(self, hidden=False):
        """Declares one.  hidden: of children that are aborted."""
        r = self.r
        results = [c.result for c in self.callees if c.result and not c.points_to and
                   self.known(c.result)]
        result = r.choice(results) if results else TYPES["ulong_"]
        params = [some_type(r) for _ in range(r.choice((0, 0, 1, 1, 2, 4)))]
        params = [t for t in params if self.known(t)]
        name = self.new_name("in_")
        cells = None
        value = "h_%s(r_)" % result.name
        for i, t in enumerate(params):
            value = "mix(%s, h_%s(p%d_))" % (value, t.name, i)
        sums, lines = [], []
        for kind in r.sample(sorted(SUMS), r.choice((1, 2, 2, 3))):
            t, first, text = SUMS[kind]
            v = self.new_name("s")
            self.emit("%s %s = %s;" % (TYPES[t].c, v, first), loose=False)
            sums.append(self.declare(v, TYPES[t], fixed=True, hidden=hidden))
            at = len(lines) if kind == "some" else 0
            lines.insert(at, text.replace("@", v).replace("V", "v_"))
        lines.sort(key=lambda line: "INLET_RETURN" in line)
        if r.random() < 0.5:
            # Elements of an array, and members of a struct.
            cells = self.declare(self.new_name("s"), TYPES["ulong_"], 4, fixed=True)
            self.emit("unsigned long %s[4] = {1, 2};" % cells.name, loose=False)
            lines.insert(0, "%s[at_ & 3] += v_;" % cells.name)
            params.append(TYPES["int"])
        if r.random() < 0.3:
            # Those of two calls of the function may run at once.
            lines.insert(0, "static unsigned long calls_%s; __atomic_fetch_add(&calls_%s, 1, 0);"
                         % (name, name))
        # What it reads it sees as it is then: it changes behind the inlet.
        base = self.new_name("b")
        lines.insert(0, "unsigned long v_ = mix(%s, %s);" % (value, base))
        self.emit("unsigned long %s = 5;" % base, loose=False)
        names = ["p%d_" % i for i in range(len(params))]
        if cells:
            names[-1] = "at_"
        for line in define(name, [(result, "r_")] + list(zip(params, names)), lines):
            self.emit(line, loose=False)
        self.emit("%s = %d;" % (base, r.randrange(99)), loose=False)
        if hidden:
            for v in sums + [cells] * bool(cells):
                self.pending[v, "gone"] = (-1, "gone")
        return Inlet(name, result, params, sums, cells)

    def call(self, inlet, callee=None, hidden=False):
        """inlet(spawn f(...), ...);"""
        r = self.r
        callee = callee or self.pick_callee(
            lambda c: c.result == inlet.result and (not hidden or self.is_pure(c)))
        if not callee:
            return
        self.cost += (callee.cost + 1) * self.mult
        call = self.written(callee, self.arguments(callee)).replace("// ) sync;\n", "\n")
        more = ["mk_%s(%s)" % (t.name, self.seed()) for t in inlet.params]
        if inlet.cells:
            more[-1] = r.choice((str(r.randrange(9)), "(int)(h & 7)"))
        gap = r.choice(("", "", "\n    ", " /* spawn */ "))
        text = "%s(%s%s%s);" % (inlet.name, gap, " ".join((r.choice(self.program.spawns), call)),
                                "".join(", " + m for m in more))
        self.emit(text, loose=False)
        if not hidden:
            for v in inlet.sums + [inlet.cells] * bool(inlet.cells):
                self.mark(v, None, self.frames[-1], "inlet")
                if v.count:
                    self.mark(v, "*", self.frames[-1], "inlet")

    def to_inlet(self):
        self.call(self.r.choice(self.inlets))

    def one(self, depth):
        if self.has_inlets and self.r.random() < 0.3:
            outer, self.out = self.out, []
            self.to_inlet()
            nodes, self.out = self.out, outer
            if nodes:
                return nodes
        return super().one(depth)

    def loop(self, depth):
        if self.has_inlets and self.r.random() < 0.5:
            # What its inlets add to may be outstanding at its head.
            for inlet in self.inlets:
                for v in inlet.sums + [inlet.cells] * bool(inlet.cells):
                    if self.is_free(v) or (v, None) in self.pending:
                        self.mark(v, None, self.frames[-1], "inlet")
                        if v.count:
                            self.mark(v, "*", self.frames[-1], "inlet")
        super().loop(depth)

    def ordered(self):
        """Operators whose order matters; the first child takes longest."""
        r = self.r
        if self.cost + 20 * self.mult > self.budget:
            return
        self.cost += 20 * self.mult
        name = self.name_of()
        self.emit("unsigned long %s = %d;" % (name, r.randrange(9)), loose=False)
        for operator, levels in (("+=", 4), (r.choice(("*=", "^=")), 0), ("+=", r.randrange(2))):
            self.emit("%s %s %s slow(%d, %d);" % (
                name, operator, r.choice(self.program.spawns), r.randrange(99), levels),
                loose=False)
        self.mark(self.declare(name, TYPES["ulong_"]), None, self.frames[-1], "=")

    def is_pure(self, callee):
        """May it be ended anywhere?"""
        return not callee.points_to

    def abort_own(self):
        """The function ends its own children; their results are never read."""
        r = self.r
        if self.loops or len(self.frames) > 1 or self.in_parallel:
            return
        self.sync()
        with self.block() as nodes:
            inlet = self.inlet(hidden=True)
            for _ in range(r.randrange(1, 4)):
                callee = self.pick_callee(lambda c: c.result and self.is_pure(c) and
                                          self.known(c.result))
                if r.random() < 0.5 or not callee:
                    self.call(inlet, hidden=True)
                    continue
                name = self.name_of()
                t = callee.result
                self.spawn(name, callee, "=", declarator(t.c, ""))
                v = self.declare(name, t, fixed=True)
                self.pending[v, "gone"] = (-1, "gone")
            self.emit("ABORT;", loose=False)
            for _ in range(r.randrange(1, 4)):
                r.choice((self.to_inlet, self.spawn_statement, self.change))()
            self.sync()
        self.out.append(Compound(("", nodes, True, ""), loose=False))

    def race(self):
        """Children with the same result: the first one ends the others."""
        r = self.r
        if self.in_parallel or self.mult > 1 or self.cost + 20 > self.budget:
            return
        self.cost += 20
        self.sync()
        name, s = self.new_name("in_"), self.new_name("s")
        with self.block() as nodes:
            self.emit("unsigned long %s = 0;" % s, loose=False)
            lines = ["if (!%s) {" % s, "    %s = h_ulong_(r_) | 1;" % s, "    ABORT;", "}"]
            for line in define(name, [(TYPES["ulong_"], "r_")], lines):
                self.emit(line, loose=False)
            levels, seed = r.randrange(4), r.randrange(99)
            for _ in range(r.randrange(1, 4)):
                self.emit("%s(%s slow(%d, %d));" % (
                    name, r.choice(self.program.spawns), seed, levels), loose=False)
            self.sync()
            self.emit("h = mix(h, %s);" % s, loose=False)
        self.out.append(Compound(("", nodes, True, ""), loose=False))


# Looks for one leaf of a tree, and ends the others when it is found.
SEEK = """static unsigned long NAME(int depth, unsigned long node, unsigned long wanted)
{
    unsigned long found = 0UNUSED_;
    DEFINE
    if (depth == 0) {
        spin();
        return node == wanted ? mix(node, 3) : 0;
    }
    CALLS
    SYNC;
    return found;
}"""


def seeker(r, n, pedigrees):
    """A callee whose inlet aborts."""
    name = "seek_%d" % n
    inlet = "found_%d" % n
    width, depth = r.choice((2, 3, 4)), r.choice((1, 2, 2, 3))
    lines = ["if (r_) {", "    found = r_;", "    ABORT;", "}"]
    if r.random() < 0.3:
        lines = ["if (!r_) INLET_RETURN;", "found = r_;", "ABORT;"]
    guard = "" if pedigrees else r.choice(("", "if (!found) ", "if (found == 0) "))
    calls = "for (unsigned i = 0; i < %d; i++)\n        %s%s(cilk_spawn %s(depth - 1, node * %d " \
        "+ i, wanted));" % (width, guard, inlet, name, width)
    if r.random() < 0.5:
        calls = "\n    ".join("%s%s(cilk_spawn %s(depth - 1, node * %d + %d, wanted));" % (
            guard if i else "", inlet, name, width, i) for i in range(width))
    unused = ""
    if r.random() < 0.5:
        # Results into variables, which nobody reads.
        unused = ", other = 1"
        calls = "other %s cilk_spawn slow(node, 1);\n    %s\n    %scilk_spawn slow(wanted, 1);" % (
            r.choice(("=", "+=", "^=")), calls, r.choice(("", "other += ")))
    text = SEEK.replace("NAME", name).replace("UNUSED_", unused).replace(
        "DEFINE", "\n".join(define(inlet, [(TYPES["ulong_"], "r_")], lines))).replace(
        "CALLS", calls).replace("SYNC", "cilk_sync")
    callee = Callee(name, TYPES["ulong_"], [TYPES["int"], TYPES["ulong_"], TYPES["ulong_"]])
    leaves = width ** depth
    wanted = leaves + r.randrange(leaves + 1)  # the last one is no leaf
    callee.ready = [str(depth), "1", str(wanted)]
    callee.cost, callee.has_macro = 2 * leaves, False
    return Text(text), callee
