"""cilk_for and reducers.  A body writes what it declares, elements of global
arrays by its index, and reducers."""

from body import Loop
from statements import Statements
from tree import Compound, Text
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


def step(kind, name, value):
    return REDUCERS[kind][3] % (name, value)


def told(kind, name):
    form = REDUCERS[kind][4]
    return form.replace("%s", name)


class Loops(Statements):
    reducers = ()  # local ones: (name, kind)
    kept = 0

    def statement(self, depth):
        if self.program.reducers and self.r.random() < 0.08:
            name, kind = self.r.choice(self.program.reducers)
            self.emit(step(kind, name, "h" if self.r.random() < 0.5 else
                           str(self.r.randrange(99))))
            return
        super().statement(depth)

    def header(self, name, times):
        """(header, an index from 0 to times - 1 in the body)"""
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
        if order == 0:
            return t, "%s %s = %d; %s < %d; %s" % (t.c, name, a, name, end, up), index
        if order == 1:
            return t, "%s %s = %d; %s <= %d; %s" % (t.c, name, a, name, end - k, up), index
        if order == 2:
            return t, "%s %s = %d; %s != %d; %s" % (t.c, name, a, name, end, up), index
        if order == 3:
            return t, "%s %s = %d; %s > %d; %s" % (t.c, name, end - k + 1, name, a, down), \
                "(%s - %d) / %d" % (name, a + 1, k)
        return t, "%s %s = %d; %d < %s; %s" % (t.c, name, end, a, name, down), \
            "(%s - %d) / %d" % (name, a + k, k)

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
        self.n_names += 1
        name = "c%d" % self.n_names
        t, header, index = self.header(name, times)
        saved = (self.loops, self.mult, self.root, self.frozen)
        self.in_parallel = True
        self.mult *= times
        self.root, self.frozen = False, len(self.blocks)
        self.frames.append(self.n_frames)
        self.n_frames += 1
        self.serial += 1
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
        self.serial -= 1
        self.out = outer
        self.loops, self.mult, self.root, self.frozen = saved
        self.in_parallel = False
        if r.random() < 0.2:
            self.emit("#pragma cilk grainsize %s" % r.choice(("1", "2", "1 + 2")), "",
                      loose=False)
        word = r.choice(("cilk_for", "cilk_for", "_Cilk_for"))
        self.out.append(Compound(({"keywords": "%s (%s)" % (word, header),
                                   "macros": "for (%s)" % header}, nodes, braced, ""),
                                 whole=True, loose=not reducers))
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
