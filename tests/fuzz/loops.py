"""cilk_for and reducers.  A body writes what it declares, elements of global
arrays by its index, and reducers."""

import re

from body import Loop, Variable
from statements import Statements
from tree import Compound, listing, said_apart
from values import TYPES, some_type

# name: (type, identity, reduce, a step, what it tells)
REDUCERS = {
    "sum": ("unsigned long", "sum_0", "sum_add", "%s += %s;", "%s"),
    "exor": ("int", "exor_0", "exor_add", "%s ^= (int)(%s);", "(unsigned long)%s"),
    "top": ("short", "top_0", "top_add", "top_add(&%s, &(short){(short)((%s) %% 999)});",
            "(unsigned long)%s"),
    # Composition of x -> a * x + b: the order matters.
    "path": ("struct path", "path_0", "path_add",
             "path_add(&%s, &(struct path){(%s) | 1, 5});", "%s.a ^ %s.b"),
}
DEFINED = """struct path {
    unsigned long a, b;
};
#define REDUCER(NAME, T, ZERO, ADD)                                            \\
    static UNUSED void NAME##_0(void *view)                                    \\
    {                                                                          \\
        *(T *)view = ZERO;                                                     \\
    }                                                                          \\
    static UNUSED void NAME##_add(void *left, void *right)                     \\
    {                                                                          \\
        T *l = left, *r = right;                                               \\
        ADD;                                                                   \\
    }
REDUCER(sum, unsigned long, 0, *l += *r)
REDUCER(exor, int, 0, *l ^= *r)
REDUCER(top, short, -32768, if (*r > *l) *l = *r)
REDUCER(path, struct path, ((struct path){1, 0}),
        l->b = r->a * l->b + r->b; l->a *= r->a)"""
FIRST = {"sum": "7", "exor": "-3", "top": "-5", "path": "{3, 1}"}


def declare_reducer(name, kind, storage=""):
    t, identity, reduce, _, _ = REDUCERS[kind]
    return "%s%s cilk_reducer(%s, %s) %s = %s;" % (
        storage, t, identity, reduce, name, FIRST[kind])


def declare_macro(name, kind, storage=""):
    t, identity, reduce, _, _ = REDUCERS[kind]
    return "%s(%s, %s, %s, %s, %s);" % (
        "cilk_static_reducer" if storage else "cilk_reducer", t, name, identity, reduce,
        FIRST[kind])


def step(kind, name, value):
    return REDUCERS[kind][3] % (name, value)


def told(kind, name):
    form = REDUCERS[kind][4]
    return form.replace("%s", name)


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
        body = "\n".join(listing(self.nodes, "macros"))
        found = [v for v in self.variables if re.search(r"\b%s\b" % v.name, body)]
        return None if any(v.count or v.type.name == "konst" or v.type.kind in "xp"
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


class Loops(Statements):
    reducers = ()  # local ones: (name, kind)
    kept = 0

    def statement(self, depth):
        if self.program.reducers and self.r.random() < 0.08:
            name, kind = self.r.choice(self.program.reducers)
            self.emit(step(kind, "VIEW(%s)" % name, "h" if self.r.random() < 0.5 else
                           str(self.r.randrange(99))))
            return
        super().statement(depth)

    def header(self, name, times):
        """(type, header, an index from 0 to times - 1 in the body, header in
        macros)"""
        r = self.r
        t = self.program.loop_type()
        order = r.randrange(5)
        k = r.choice((1, 1, 2, 3))
        a = r.choice((0, 0, 1, 5))
        a = max(a, k) if order == 3 else a  # nothing below 0
        up = "%s++" % name if k == 1 and r.random() < 0.5 else "%s += %d" % (name, k)
        down = "--%s" % name if k == 1 else "%s -= %d" % (name, k)
        index = "%s" % name if k == 1 and a == 0 else "(%s - %d) / %d" % (name, a, k)
        end = a + k * times
        macro = "@, %d, %d, %d" % (a, end, k)
        if order == 0:
            parts = "%d; %s < %d; %s" % (a, name, end, up)
        elif order == 1:
            parts = "%d; %s <= %d; %s" % (a, name, end - k, up)
        elif order == 2:
            parts = "%d; %s != %d; %s" % (a, name, end, up)
        elif order == 3:
            parts = "%d; %s > %d; %s" % (end - k + 1, name, a, down)
            index = "(%s - %d) / %d" % (name, a + 1, k)
            macro = "@, %d, %d, -%d" % (end - k + 1, a, k)
        else:
            parts = "%d; %d < %s; %s" % (end, a, name, down)
            index = "(%s - %d) / %d" % (name, a + k, k)
            macro = "@, %d, %d, -%d" % (end, a, k)
        macro = ("_step", macro)
        if order < 3 and k == 1:
            macro = "", "@, %d, %d" % (a, end)
            if r.random() < 0.3:
                macro = "_grain", "%d, @, %d, %d" % (r.choice((1, 2)), a, end)
        return t, "%s %s = %s" % (t.c, name, parts), index, macro

    def parallel_loop(self):
        r = self.r
        if self.in_parallel:
            return
        times = r.choice((3, 4, 6, 6, 25))
        arrays = [self.new_global(some_type(r, [
            n for n in TYPES if n != "konst"]), times) for _ in range(r.randrange(1, 3))]
        for v in arrays:
            v.loose = True
        reducers = []
        if r.random() < 0.5 and not self.program.has_macros:
            for _ in range(r.randrange(1, 3)):
                self.n_names += 1
                kind = r.choice(sorted(REDUCERS))
                reducers.append(("r%d" % self.n_names, kind))
                self.emit(declare_reducer(*reducers[-1]), loose=False)
        self.program.n_labels += 1
        name = "c%d" % self.program.n_labels
        t, header, index, macro = self.header(name, times)
        saved = (self.loops, self.mult, self.root, self.frozen)
        self.in_parallel = True
        self.mult *= times
        self.root, self.frozen = False, len(self.blocks)
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
        if r.random() < 0.2:
            # One statement, without braces.
            self.spawn_elements_of(arrays[0], index)
            braced = False
        else:
            braced = True
            self.emit("unsigned long h = mix(%d, (unsigned long)%s);" % (
                r.randrange(99), name), loose=False)
            self.statements(r.randrange(1, 6), 1)
            for v in arrays:
                if self.pending.get((v, "*"), (0, 0))[1] == ("index", index):
                    self.emit("%s[%s] = mk_%s(h);" % (v.name, index, v.type.name))
            for reducer, kind in reducers:
                self.emit(step(kind, reducer, "h"))
        self.pending = self.without_frames(len(self.frames) - 1)
        for v in arrays:
            self.pending.pop((v, "*"), None)
        self.frames.pop()
        self.blocks.pop()
        self.blocks.pop()
        self.out = outer
        self.loops, self.mult, self.root, self.frozen = saved
        self.in_parallel = False
        if r.random() < 0.2:
            self.emit("#pragma cilk grainsize %s" % r.choice(("1", "2", "1 + 2")), "",
                      loose=False)
        word = r.choice(("cilk_for", "cilk_for", "_Cilk_for"))
        seen = [v for v in self.visible() if not v.is_global]
        if not braced:
            seen.append(Variable("h", TYPES["ulong_"]))
        self.out.append(CilkFor({"keywords": "%s (%s)" % (word, header),
                               "macros": "for (%s)" % header}, nodes, braced, macro,
                              (t.c, name), seen, not reducers))
        self.globals.append(LoopBody(self.out[-1]))
        for reducer, kind in reducers:
            self.program.n_shown += 1
            self.emit("h = shown(%d, h, (unsigned long)(%s));" % (
                self.program.n_shown, told(kind, reducer)))
        self.observe(arrays[0])

    def spawn_elements_of(self, v, index):
        callee = self.pick_callee(lambda c: c.result is not None and c.result == v.type)
        left = "%s[%s]" % (v.name, index)
        if callee:
            self.spawn(left, callee)
        else:
            self.emit("%s = mk_%s((unsigned long)(%s));" % (left, v.type.name, index))
