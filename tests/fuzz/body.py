"""The body of a function that spawns.

`pending' holds what outstanding children write: {(variable, element): (frame,
class)}.  The body does not read or write it, except by operators of its class.
Where several paths meet, the union of theirs is pending, and no path back to the
head of a loop has more pending than the head.  The block of a variable does not
end before the child that writes it is joined."""

import contextlib

from tree import ALLOCA, VLA, Text
from values import ARITHMETIC, TYPES, converts, declarator, some_type

GENERATED = ["ucilk_frame", "ucilk_r_%d", "ucilk_a_%d", "ucilk_d_%d", "ucilk_h_%d",
             "ucilk_%d", "ucilk_f", "ucilk_p", "ucilk_result_%d", "ucilk_frame_%d",
             "ucilk_go", "ucilk_c", "ucilk_n"]
WORDS = ["spawned", "synced", "posix_spawn_", "cilk_", "scope", "frame"]
NOT_YET = TYPES["int"]._replace(name="nothing", kind="x")
OWN_WORDS = ["spawn", "sync"]


class Variable:
    def __init__(self, name, t, count=0, **rest):
        self.name, self.type, self.count = name, t, count
        self.fixed = self.loose = self.is_global = self.vla = False
        self.copied = False  # a spawned statement has a copy: nobody takes its address
        self.taken = False   # somebody has taken it, or spawned into it
        self.depth = 0
        self.__dict__.update(rest)


class Loop:
    def __init__(self, head, depth, frames, index, is_parallel=False):
        self.head, self.depth, self.frames, self.index = head, depth, frames, index
        self.is_parallel = is_parallel
        self.breaks = []


class Body:
    def __init__(self, program, name, budget, root, callees):
        self.program, self.r, self.name = program, program.r, name
        self.budget, self.root, self.callees = budget, root, callees
        self.blocks = [[]]          # variables, by block
        self.pending = {}
        self.frames = [0]
        self.n_frames = 1
        self.loops = []
        self.loop_of_block = [0]
        self.mult = 1
        self.cost = 0
        self.n_names = 0
        self.out = []
        self.hidden = set()
        self.globals = []           # Text before the function
        self.frozen = 0             # variables of so many blocks are not written,
        self.open = set()           # but for these
        self.vla_floor = 0          # arrays of variable length of so many blocks are not used
        self.in_parallel = 0        # bodies of cilk_for and spawned statements around
        self.sealed = 0             # no way out of so many blocks
        self.has_inlets = False
        self.local_reducers = []
        self.in_value = 0           # of futures in expressions, one in another
        self.serial = False         # what is spawned has no macro form
        self.result = TYPES["ulong_"]

    # --- names and variables ---

    def name_of(self):
        """A name to declare here.  It is taken from now on, so that what
        initializes the variable does not read it."""
        r = self.r
        here = {v.name for v in self.blocks[-1]}
        name = None
        if r.random() < 0.06 and len(self.blocks) > 2:
            name = r.choice(sorted({v.name for block in self.blocks[1:-1] for v in block
                                    if not v.fixed and v.name.isidentifier()} - here) or [None])
        elif r.random() < 0.07:
            taken = {v.name for block in self.blocks for v in block} | self.hidden
            name = r.choice([w for w in self.program.names if w not in taken] or [None])
        if name is None:
            self.n_names += 1
            name = "v%d" % self.n_names
        self.blocks[-1].append(Variable(name, NOT_YET, fixed=True))
        return name

    def declare(self, name, t, count=0, **rest):
        self.blocks[-1] = [v for v in self.blocks[-1] if v.name != name]
        v = Variable(name, t, count, depth=len(self.blocks), **rest)
        self.blocks[-1].append(v)
        return v

    def visible(self):
        """An array of variable length is gone at a return, before the sync: no
        spawned statement uses one from outside."""
        found = {}
        for block in self.blocks:
            for v in block:
                found[v.name] = v
        return [v for v in found.values() if not v.vla or v.depth > self.vla_floor]

    def is_frozen(self, v):
        return v.depth <= self.frozen and self.frozen > 0 and v not in self.open

    def is_free(self, v, element=None, write=False):
        """May it be read, or written?  What a spawned statement reads is pending as
        "read"."""
        if write and (v, "read") in self.pending:
            return False
        if element is None:
            return not any(key[0] is v and key[1] != "read" for key in self.pending)
        return (v, element) not in self.pending and (v, "*") not in self.pending

    def emit(self, text, macros=None, loose=True, serial=None):
        self.out.append(Text(text, macros, loose, serial))

    def known(self, t):
        """Can its name be written here?"""
        return t.name not in self.hidden

    # --- expressions ---

    def seed(self):
        r = self.r
        scalars = [v for v in self.visible() if v.type.kind == "i" and not v.count and
                   v.type.bits <= 64 and self.is_free(v)]
        if scalars and r.random() < 0.5:
            return "(unsigned long)%s + %d" % (r.choice(scalars).name, r.randrange(100))
        return r.choice(("h + %d", "%d", "%du")) % r.randrange(1, 1000)

    def exact(self, t):
        """An expression of just this type, as text."""
        r = self.r
        future = self.future_value(t) if r.random() < 0.06 else None
        if future:
            return future
        same = [v for v in self.visible() if v.type == t]
        r.shuffle(same)
        for v in same:
            if v.count and self.is_free(v, 0) and r.random() < 0.5:
                return v.name + "[0]"
            if not v.count and self.is_free(v) and r.random() < 0.7:
                return v.name
        return "mk_%s(%s)" % (t.name, self.seed())

    def value(self, t):
        r = self.r
        if t.kind in "ibfc" and r.random() < 0.5:
            choice = r.randrange(5)
            if choice == 0:
                return r.choice(("0", "1", "63", "-1", "256", "300", "70000",
                                 str(r.randrange(100))))
            if choice == 1:
                return r.choice(("'a'", "'\\3'", "'\\n'", "3.5f", "12.25", "1.5L", "7u",
                                 "40ul", "(signed char)-3 + 9", "GREEN - 3", "sizeof(int)"))
            if choice == 2:
                source = some_type(r, [n for n in ARITHMETIC if n != t.name])
                if converts(t, source):
                    return "mk_%s(%s)" % (source.name, self.seed())
            if choice == 3:
                near = [v for v in self.visible() if v.type.kind in "ibe" and
                        not v.count and self.is_free(v) and converts(t, v.type)]
                if near:
                    return r.choice(near).name
        if t.kind == "o" and r.random() < 0.15 and self.known(t):
            if t.name == "small":
                return "(struct small){{'a', %d, 3}}" % r.randrange(100)
            if t.name == "pair":
                return "((struct pair){%d, 2.5})" % r.randrange(100)
            if t.name == "point":
                return "((point){.y = %d, .x = 1})" % r.randrange(100)
        if t.name == "cptr" and r.random() < 0.3:
            return "&table[%d]" % r.randrange(32)
        if t.name == "operation" and r.random() < 0.5:
            return r.choice(("plus_", "&minus_"))
        if t.name == "text" and r.random() < 0.5:
            return r.choice(('"spawn f(x);"', '"a, b)"', '"\\"sync; {"'))
        return self.exact(t)

    def condition(self):
        r = self.r
        scalars = [v for v in self.visible()
                   if v.type.kind in "ib" and not v.count and self.is_free(v)]
        if scalars and r.random() < 0.5:
            v = r.choice(scalars)
            return r.choice(("%s > 3", "%s & 1", "%s", "!%s")) % v.name
        return r.choice(("h & 1", "h & 2", "h %% %d" % r.randrange(2, 5), "1", "0",
                         "h >> %d & 1" % r.randrange(60)))

    # --- blocks ---

    @contextlib.contextmanager
    def block(self, keep=None):
        """The nodes of a block go to the list that it gives."""
        outer, self.out = self.out, [] if keep is None else keep
        self.blocks.append([])
        yield self.out
        self.close_block()
        self.blocks.pop()
        self.out = outer

    def locals_pending(self, depth, frames):
        """Pending variables of blocks from depth on, joined by none of the
        frames that are left."""
        return any(v.depth > depth and not v.is_global and frame in self.frames[:frames]
                   for (v, _), (frame, _) in self.pending.items())

    def close_block(self):
        if self.locals_pending(len(self.blocks) - 1, len(self.frames)):
            self.sync(loose=False)
        assert not self.locals_pending(len(self.blocks) - 1, len(self.frames))

    def sync(self, loose=False):
        word = self.r.choice(self.program.syncs)
        self.emit(word + ";", "sync;", loose, "(void)0;")
        self.pending = {key: (frame, cls) for key, (frame, cls) in self.pending.items()
                        if frame != self.frames[-1]}

    def merge(self, *states):
        self.pending = {}
        for state in states:
            for (v, element), entry in (state or {}).items():
                self.mark(v, element, *entry)

    def without_frames(self, frames):
        """What is pending once only so many frames are left."""
        kept = self.frames[:frames]
        return {k: e for k, e in self.pending.items() if e[0] in kept}

    # --- other statements ---

    def new_global(self, t, count):
        self.program.n_globals += 1
        name = "g%d" % self.program.n_globals
        storage = self.r.choice(("static ", "static ", ""))
        self.globals.append(Text("%s%s;" % (storage, declarator(
            t.c, name + ("[%d]" % count if count else "")))))
        v = Variable(name, t, count, is_global=True, depth=0,
                     loose=t.kind in "if" and self.r.random() < 0.4)
        self.blocks[0].append(v)
        return v

    def declaration(self):
        r = self.r
        t = some_type(r)
        if not self.known(t):
            return
        kind = r.random()
        loose = t.kind in "if" and r.random() < 0.3
        if self.root and kind < 0.25:
            self.new_qualified_global(t, loose)
            return
        name = self.name_of()
        if kind < 0.45 and t.name != "konst":
            count = r.choice((2, 3, 4, 4))
            if r.random() < 0.25:
                self.emit("%s = %s%d * sizeof *%s);" % (
                    declarator(t.c, "*" + name), ALLOCA, count, name) if r.random() < 0.3 else
                    "%s;" % declarator(t.c, "%s[%d + %s" % (name, count, VLA)))
                self.out[-1].loose = False
                self.emit("for (int i = 0; i < %d; i++) %s[i] = mk_%s(i);" % (
                    count, name, t.name))
                self.declare(name, t, count, loose=loose, vla=True)
            else:
                values = ", ".join("mk_%s(%d)" % (t.name, i) for i in range(count))
                self.emit("%s = {%s};" % (declarator(t.c, "%s[%d]" % (name, count)),
                                          values))
                self.declare(name, t, count, loose=loose)
            return
        qualifier, qualified = "", False
        if kind > 0.85 and t.kind in "if" and t.bits <= 64 and t.name != "ldouble":
            qualifier = r.choice(("volatile ", "_Atomic " if t.kind == "i" else ""))
            qualified = True
        value = "mk_%s(%s)" % (t.name, self.seed())
        if t.kind == "i" and self.program.odd(name):
            # The rewriter knows it, too, where nothing else is ever assigned.
            value = "%s%d" % ("-" if t.signed and self.program.odd(value) else "",
                              len(self.out) + len(value))
        self.emit("%s%s = %s;" % (qualifier, declarator(t.c, name), value))
        self.declare(name, t, loose=loose, qualified=qualified)

    def new_qualified_global(self, t, loose):
        r = self.r
        if t.name == "konst":
            return
        v = self.new_global(t, r.choice((0, 0, 3)))
        v.loose = loose
        if not v.count and t.kind in "if" and t.bits <= 64 and t.name != "ldouble" and \
                r.random() < 0.5:
            self.globals[-1].text = r.choice(
                ("volatile ", "_Atomic " if t.kind == "i" else "")) + \
                self.globals[-1].text
            v.qualified = True
        if v.count:
            self.emit("for (int i = 0; i < 3; i++) %s[i] = mk_%s(i);" % (v.name, t.name))
        else:
            self.emit("%s = mk_%s(%s);" % (v.name, t.name, self.seed()))

    def read_of(self, v):
        """An expression of a type that can be hashed, or None."""
        if v.type.kind in "xp":
            return None
        if v.count:
            free = [i for i in range(abs(v.count)) if self.is_free(v, i)]
            return "%s[%d]" % (v.name, self.r.choice(free)) if free else None
        return v.name if self.is_free(v) else None

    def observe(self, v, loose=True):
        e = self.read_of(v)
        if e is None:
            return
        if self.root:
            self.program.n_shown += 1
            self.emit("h = shown(%d, h, h_%s(%s));" % (
                self.program.n_shown, v.type.name, e), loose=loose)
        else:
            self.emit("h = mix(h, h_%s(%s));" % (v.type.name, e), loose=loose)

    def observe_some(self):
        seen = [v for v in self.visible() if not v.is_global or self.root]
        if seen:
            self.observe(self.r.choice(seen))

    def change(self):
        """A plain statement on something that is not pending."""
        r = self.r
        free = [v for v in self.visible() if not v.fixed and not v.count and
                v.type.kind in "ifc" and self.is_free(v, write=True) and
                not v.is_global and not self.is_frozen(v)]
        if self.has_inlets and r.random() < 0.4:
            # Inlets never run beside their function.
            sums = [v for (v, element), (_, cls) in self.pending.items()
                    if cls == "+" and element is None and v.type.kind == "i" and
                    v in self.visible()]
            if sums:
                self.emit(r.choice(("%s += 3;", "%s -= 2;")) % r.choice(sums).name)
                return
        if not free:
            return
        v = r.choice(free)
        if not v.loose and (v.type.kind != "i" or not v.type.wide or not v.type.signed):
            self.emit(r.choice(("%s++;", "%s += 2;")) % v.name)
        else:
            self.emit("%s = %s;" % (v.name, self.exact(v.type)))
