"""The body of a function that spawns.

`pending' holds what is outstanding: {(variable, element): (frame, class)}.
Nothing pending is read or written, but by operators of its class.  Each point
that several ways lead to has the union of theirs, and no way back to the head
of a loop brings more than the head has.  A variable's block does not end
before its child is joined."""

import contextlib

from tree import Compound, Text
from values import ARITHMETIC, TYPES, converts, declarator, operators, some_type

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
        self.frozen = 0             # variables of so many blocks are not written
        self.in_parallel = False
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
                                    if not v.fixed} - here) or [None])
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
        """A body of a cilk_for cannot have arrays of variable length from
        outside, nor read global variables that others write."""
        found = {}
        for block in self.blocks:
            for v in block:
                found[v.name] = v
        return [v for v in found.values() if not self.is_frozen(v) or not v.vla]

    def is_frozen(self, v):
        return v.depth <= self.frozen and self.frozen > 0

    def is_free(self, v, element=None):
        if element is None:
            return not any(key[0] is v for key in self.pending)
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

    # --- spawns ---

    def afford(self, callee):
        return (callee.cost + 1) * self.mult + self.cost <= self.budget

    def pick_callee(self, want):
        fits = [c for c in self.callees if self.afford(c) and want(c) and
                c.name not in self.hidden]
        if not fits:
            return None
        best = fits[-6:] if self.r.random() < 0.35 else fits
        return self.r.choice(best)

    def arguments(self, callee, first=None):
        if callee.ready:
            return list(callee.ready)
        args = [first] if first else []
        for t in callee.params[len(args):]:
            if callee.exact:
                e = self.exact(t)
                args.append(e if e.startswith("mk_") else "(%s)" % e)
            else:
                args.append(self.value(t))
        return args

    def spawn(self, left, callee, operator="=", declaration="", first=None, tail="",
              same=True, addressable=True):
        """One spawn: text for keywords, for macros where they have it."""
        r, program = self.r, self.program
        self.cost += (callee.cost + 1) * self.mult
        args = self.arguments(callee, first)
        plain = "%s(%s)" % (callee.name, ", ".join(args))
        how = r.random()
        if callee.calls and how < 0.3:
            call = "%s(%s)" % (r.choice(callee.calls), ", ".join(args))
        elif callee.spellings and how < 0.6:
            call = "%s(%s)" % (r.choice(callee.spellings), ", ".join(args))
        else:
            call = plain
        word = r.choice(program.spawns)
        if r.random() < 0.12 and args and len(call) > 12:
            at = call.index("(") + 1
            call = call[:at] + r.choice((
                " /* spawn, */ ", "\n        ", " // ) sync;\n    ", "/**/")) + call[at:]
        gap = r.choice((" ", " ", " ", " ", "\n    ", " /* = */ ", "  "))
        if left is None:
            keywords = "%s %s;" % (word, call)
            macros = "spawn(%s);" % ", ".join([callee.name] + args)
            serial = plain + ";"
        else:
            keywords = "%s%s %s%s%s %s%s;" % (declaration, left, operator, gap, word, call,
                                              tail)
            if r.random() < 0.04 and not declaration and "#" not in keywords:
                keywords = "SPAWN_TO(%s, %s, %s, %s);" % (
                    left, operator, word, call.replace("// ) sync;\n", "\n"))
            before = "%s%s%s; " % (declaration, left, tail) if declaration else ""
            if operator == "=" and same:
                macros = "%sspawn_to(%s, %s);" % (
                    before, left, ", ".join([callee.name] + args))
            elif operator == "+=" and same and callee.result.kind == "i" and \
                    callee.result.bits <= 64:
                macros = "spawn_add(%s, %s);" % (
                    left, ", ".join([callee.name] + args))
            else:
                macros = None
            serial = "%s%s %s %s%s;" % (declaration, left, operator, plain, tail)
        if macros is None or not callee.has_macro or self.serial or not addressable:
            macros = serial
        elif declaration and callee.result.name == "konst":
            macros = serial
        self.emit(keywords, macros, serial=serial)

    def mark(self, v, element, frame, cls):
        """The outermost frame counts, and no two classes go together."""
        old = self.pending.get((v, element))
        if old:
            frame, cls = min(old[0], frame), cls if cls == old[1] else "="
        self.pending[v, element] = (frame, cls)

    def may_take(self, v, element, cls):
        if v.fixed or (v, "*") in self.pending and element != "*":
            return False
        if element is None:
            if any(key[0] is v and key[1] is not None for key in self.pending):
                return False
        elif (v, None) in self.pending:
            return False
        old = self.pending.get((v, element))
        return old is None or old[1] == cls and cls != "="

    def spawn_statement(self):
        r = self.r
        how = r.random()
        if how < 0.12:
            callee = self.pick_callee(lambda c: not c.writes)
            if callee:
                self.spawn(None, callee)
            return
        if how < 0.2 and self.root:
            callee = self.pick_callee(lambda c: c.writes and self.known(c.result_of_write))
            if callee:
                self.spawn_writer(callee)
            return
        if how < 0.4:
            return self.spawn_initializer()
        if how < 0.5:
            return self.spawn_once()
        if how < 0.6:
            return self.spawn_elements()
        self.spawn_assignment()

    def spawn_writer(self, callee):
        v = self.new_global(callee.result_of_write, 0)
        self.spawn(None, callee, first="&" + v.name)
        self.mark(v, None, self.frames[-1], "=")

    def spawn_initializer(self):
        r = self.r
        callee = self.pick_callee(lambda c: c.result is not None and self.known(c.result))
        if not callee:
            return
        t = callee.result
        if r.random() < 0.4 and t.kind in "ibef":
            t = some_type(r, ARITHMETIC)
        if not converts(t, callee.result) or not self.known(t):
            return
        name = self.name_of()
        tail = ""
        if r.random() < 0.25 and t.kind == "i":
            other = self.name_of()
            tail = ", %s = %d" % (other, r.randrange(50))
        else:
            other = None
        qualifier = "volatile " if r.random() < 0.08 and t.kind in "if" else ""
        self.spawn(name, callee, "=", qualifier + declarator(t.c, ""), tail=tail,
                   same=t == callee.result and not qualifier)
        v = self.declare(name, t, loose=t.kind in "if", fixed=t.name == "konst")
        if other:
            self.declare(other, t)
        self.mark(v, None, self.frames[-1], "=")

    def spawn_once(self):
        """Operators of every kind on a variable of its own."""
        r = self.r
        callee = self.pick_callee(lambda c: c.small)
        if not callee:
            return
        if r.random() < 0.15 and callee.result.kind == "i":
            name = self.name_of()
            self.emit("const long *%s = table + 8;" % name)
            self.spawn(name, callee, r.choice(("+=", "-=")), same=False)
            v = self.declare(name, TYPES["cptr"])
        else:
            t = some_type(r, [n for n in ARITHMETIC if TYPES[n].kind in "if" and
                              n not in ("char",)])
            real = t.kind == "f" or callee.result.kind == "f"
            if not self.known(t):
                return
            name = self.name_of()
            self.emit("%s = %d;" % (declarator(t.c, name), r.randrange(8, 12)))
            ops = ["*=", "/=", "+=", "-="]
            if not real:
                ops += ["<<=", ">>=", "%=", "|=", "&=", "^="]
            if r.random() < 0.7:
                self.spawn(name, callee, r.choice(ops), same=t == callee.result)
            else:
                # Their order counts, and is that of the elision.
                self.serial = True
                for i in range(r.randrange(2, 4)):
                    # No shift of what is negative, no product that is rounded.
                    late = [o for o in ops if o != "<<=" or i == 0]
                    late = [o for o in late if o != "/=" or not real]
                    if self.afford(callee):
                        self.spawn(name, callee, r.choice(late))
                self.serial = False
            v = self.declare(name, t, loose=True)
        self.mark(v, None, self.frames[-1], "=")

    def spawn_elements(self):
        """a[i++] = spawn f(), and *p++."""
        r = self.r
        callee = self.pick_callee(lambda c: c.result is not None and
                                  c.result.name != "konst" and self.known(c.result))
        if not callee:
            return
        t = callee.result
        index = self.name_of()
        if self.root and r.random() < 0.4:
            v = self.new_global(t, 3)
            self.emit("%s = %s;" % (declarator(t.c + " *", index), v.name))
            left = "*%s++" % index
        else:
            name = self.name_of()
            self.emit("%s = {mk_%s(%d)};" % (declarator(t.c, name + "[3]"), t.name,
                                             r.randrange(50)))
            self.emit("int %s = 0;" % index)
            v = self.declare(name, t, 3, loose=True)
            left = "%s[%s++]" % (name, index)
        self.declare(index, t._replace(name="index", kind="x"), fixed=True)
        for i in range(3):
            if i < 2 or r.random() < 0.6:
                if not self.afford(callee):
                    self.emit("%s = mk_%s(%d);" % (left, t.name, i))
                    continue
                self.spawn(left, callee)
                self.mark(v, i, self.frames[-1], "=")
                self.out[-1].loose = False
            else:
                self.emit("%s = mk_%s(%d);" % (left, t.name, i), loose=False)

    def destinations(self, t_source):
        """(text, variable, element, type)"""
        for v in self.visible():
            if v.fixed or v.type.kind in "xp" or v.type.name == "konst":
                continue
            if self.is_frozen(v) and (v, "*") not in self.pending:
                continue
            if v.count:
                if self.loops and (v, "*") in self.pending and \
                        self.pending[v, "*"][1] == ("index", self.loops[-1].index):
                    yield "%s[%s]" % (v.name, self.loops[-1].index), v, "*"
                elif v.count > 0:
                    i = self.r.randrange(v.count)
                    yield self.r.choice((
                        "%s[%d]", "*(%s + %d)", "(%s)[%d]")) % (v.name, i), v, i
            elif v.type.name == "mixed":
                yield v.name + ".s", v, "s"
                yield v.name + ".in.deep[1]", v, "deep1"
                yield "(&%s)->in.deep[2]" % v.name, v, "deep2"
            elif v.type.name == "pair":
                yield v.name + ".a", v, "a"
                yield "(%s).b" % v.name, v, "b"
            elif v.type.name == "big":
                yield v.name + ".values[3]", v, "3"
            elif v.type.name == "either":
                yield v.name + ".l", v, "l"
            else:
                yield self.r.choice((v.name,) * 5 + ("(%s)" % v.name, "*&" + v.name)), \
                    v, None
            if v.type.kind == "o" and not v.count:
                yield v.name, v, None

    MEMBERS = {"s": "short", "deep1": "schar", "deep2": "schar", "a": "long",
               "b": "double", "3": "long", "l": "long"}

    def spawn_assignment(self):
        r = self.r
        callee = self.pick_callee(lambda c: c.result is not None and
                                  c.result.name != "konst")
        if not callee:
            return
        source = callee.result
        fits = []
        for left, v, element in self.destinations(source):
            member = v.type.kind == "o" and isinstance(element, str) and element != "*"
            t = TYPES[self.MEMBERS[element]] if member else v.type
            loose = v.loose or member
            for operator, cls in operators(t, loose, source):
                if v.count and element == "*":
                    if operator == "=":
                        fits.append((left, operator, v, "*", None, t))
                elif self.may_take(v, element, cls):
                    fits.append((left, operator, v, element, cls, t))
                    if operator != "=":
                        fits.append(fits[-1])
        if not fits:
            return
        left, operator, v, element, cls, t = r.choice(fits)
        plain = not getattr(v, "qualified", False)
        self.spawn(left, callee, operator, same=t == source and plain)
        if cls is None:
            self.pending[v, "*"] = (self.pending[v, "*"][0], "=")
        else:
            self.mark(v, element, self.frames[-1], cls)

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
            count = r.randrange(2, 5)
            if r.random() < 0.25:
                self.emit("%s;" % declarator(t.c, "%s[%d + (h == 1)]" % (name, count)))
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
        self.emit("%s%s = mk_%s(%s);" % (qualifier, declarator(t.c, name), t.name,
                                         self.seed()))
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
                v.type.kind in "ifc" and self.is_free(v) and not v.is_global and
                not self.is_frozen(v)]
        if not free:
            return
        v = r.choice(free)
        if not v.loose and (v.type.kind != "i" or not v.type.wide or not v.type.signed):
            self.emit(r.choice(("%s++;", "%s += 2;")) % v.name)
        else:
            self.emit("%s = %s;" % (v.name, self.exact(v.type)))
