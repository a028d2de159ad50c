"""Spawns: destinations, operators, and their macro form.  Futures."""

from body import Body
from reducers import ORDERED
from values import ARITHMETIC, TYPES, converts, declarator, operators, some_type


class Spawns(Body):
    def afford(self, callee):
        return (callee.cost + 1) * self.mult + self.cost <= self.budget

    def pick_callee(self, want, points=False):
        """points: one of those that take the address of a variable."""
        fits = [c for c in self.callees if self.afford(c) and
                (c.points_to is not None) == points and want(c) and
                c.name not in self.hidden]
        if not fits:
            return None
        best = fits[-6:] if self.r.random() < 0.35 else fits
        return self.r.choice(best)

    def arguments(self, callee, first=None):
        args = [first] if first else []
        if callee.ready:
            return args + callee.ready
        for t in callee.params[len(args):]:
            if callee.exact:
                e = self.exact(t)
                args.append(e if e.startswith("mk_") else "(%s)" % e)
            else:
                args.append(self.value(t))
        return args

    def written(self, callee, args, word=""):
        """A call in any of its spellings; a group's by the name."""
        r = self.r
        how = r.random()
        name = callee.name
        if callee.calls and how < 0.3:
            name = r.choice(callee.calls)
        elif callee.spellings and how < 0.6 and word != "cilk_group":
            name = r.choice(callee.spellings)
        call = "%s(%s)" % (name, ", ".join(args))
        if r.random() < 0.12 and args and len(call) > 12:
            at = call.index("(") + 1
            call = call[:at] + r.choice((
                " /* spawn, */ ", "\n        ", " // ) sync;\n    ", "/**/")) + call[at:]
        return call

    def can_be_future(self, callee):
        """Of a reducer whose order counts a future has views in the order of gets:
        it calls no function that has some."""
        orders = any(x.kind in ORDERED for x in self.program.reducers)
        return callee.result is not None and callee.points_to is None and \
            self.known(callee.result) and \
            not (orders and callee.name.startswith("inner_"))

    def future_word(self, callee, place):
        """A group gets and gives values alone, and updates no reducer of main's."""
        types = callee.params + [callee.result]
        leaves = not callee.ready and not callee.stays and not self.program.pedigrees and \
            not any(t.name in ("cptr", "text", "operation") for t in types)
        return "cilk_group" if leaves and self.program.odd(place) else "cilk_future"

    def future_value(self, t):
        """An expression that waits for a future of its own, or None."""
        if self.program.own_names or self.in_value > 1 or self.program.pedigrees:
            return None
        callee = self.pick_callee(lambda c: c.result == t and self.can_be_future(c))
        if not callee:
            return None
        self.cost += (callee.cost + 1) * self.mult
        self.in_value += 1
        args = self.arguments(callee)
        self.in_value -= 1
        return "GOT_OF(%s, %s)" % (t.c, ", ".join([callee.name] + args))

    def futures(self):
        """Some at a time, other things, and as many gets as they have
        consumers."""
        r, gets = self.r, []
        if self.program.own_names:
            return
        for _ in range(r.randrange(1, 4)):
            callee = self.pick_callee(self.can_be_future)
            if not callee:
                continue
            self.cost += (callee.cost + 1) * self.mult
            t, name = callee.result, self.name_of()
            args = self.arguments(callee)
            k = r.choice((1, 1, 1, 2, 3))
            number = "" if k == 1 and r.random() < 0.7 else r.choice(
                ("CONSUMERS(%d) ", "CONSUMERS((h | 1) ? %d : 7)")) % k
            plain = "%s = %s(%s);" % (declarator(t.c, name), callee.name, ", ".join(args))
            is_macro = callee.has_macro and r.random() < 0.8
            macros, word = plain, self.future_word(callee, self.name + name)
            if is_macro:
                macros = "HANDLE(%s) %s = %s_k(%s);" % (
                    t.c, name, word, ", ".join([str(k), callee.name] + args))
            self.emit("HANDLE(%s) %s =%s%s %s%s;" % (
                t.c, name, r.choice((" ", "\n        ")), word, number,
                self.written(callee, args, word)), macros, loose=False, serial=plain)
            gets += [(name, t, is_macro)] * k
        for _ in range(r.randrange(3)):
            r.choice((self.spawn_statement, self.declaration, self.change))()
        r.shuffle(gets)
        for name, t, is_macro in gets:
            got = "h_%s(%s)" % (t.name, "GOT(%s, %s)" % (t.c, name))
            plain = "h_%s(%s)" % (t.name, name)
            line = "h = mix(h, %s);"
            if self.root:
                self.program.n_shown += 1
                line = "h = shown(%d, h, %%s);" % self.program.n_shown
            self.emit(line % got, line % (got if is_macro else plain), loose=False,
                      serial=line % plain)

    def spawn(self, left, callee, operator="=", declaration="", first=None, tail="",
              same=True, addressable=True):
        """One spawn: text for keywords, for macros where they have it."""
        r, program = self.r, self.program
        self.cost += (callee.cost + 1) * self.mult
        args = self.arguments(callee, first)
        plain = "%s(%s)" % (callee.name, ", ".join(args))
        call = self.written(callee, args)
        word = r.choice(program.spawns)
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
            if r.random() < 0.04 and not declaration and not keywords.startswith("SPAWN_TO"):
                keywords = "(void)h, " + keywords
        if macros is None or not callee.has_macro or self.serial or not addressable:
            macros = serial
        elif declaration and callee.result.name == "konst":
            macros = serial
        self.emit(keywords, macros, serial=serial)

    def mark(self, v, element, frame, cls):
        """The outermost frame counts, and no two classes go together."""
        v.taken |= element != "read"
        old = self.pending.get((v, element))
        if old:
            frame, cls = min(old[0], frame), cls if cls == old[1] else "="
        self.pending[v, element] = (frame, cls)

    def may_take(self, v, element, cls):
        if v.fixed or (v, "*") in self.pending and element != "*" or \
                (v, "read") in self.pending or v.copied:
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
            callee = self.pick_callee(lambda c: True)
            if callee:
                self.spawn(None, callee)
            return
        if how < 0.24:
            return self.spawn_by_address()
        if how < 0.4:
            return self.spawn_initializer()
        if how < 0.5:
            return self.spawn_once()
        if how < 0.6:
            return self.spawn_elements()
        self.spawn_assignment()

    def cells(self, t, count):
        """(pointer, variable, elements): where nothing is outstanding."""
        for text, v, element in self.destinations(t):
            if getattr(v, "qualified", False) or v.count:
                continue
            if (self.MEMBERS[element] if element else v.type.name) != t.name:
                continue
            if v.copied:
                continue
            if count == 1 and self.is_free(v, element, True) and \
                    (v, None) not in self.pending:
                yield "&" + text, v, [element]
        for v in self.visible():
            if v.type != t or v.fixed or v.vla or getattr(v, "qualified", False) or \
                    v.count < count:
                continue
            if self.loops and self.pending.get((v, "*"), (0, 0))[1] == (
                    "index", self.loops[-1].index):
                if count == 1:
                    yield "&%s[%s]" % (v.name, self.loops[-1].index), v, ["*"]
            elif v.count and not self.is_frozen(v):
                at = self.r.randrange(v.count - count + 1)
                elements = list(range(at, at + count))
                if all(self.is_free(v, i, True) for i in elements):
                    yield self.r.choice(("&%s[%d]", "%s + %d")) % (v.name, at), v, elements

    def new_cells(self, t, count):
        """The same of a variable that it declares."""
        if self.root and count == 1 and self.r.random() < 0.5:
            v = self.new_global(t, 0)
            self.emit("%s = mk_%s(%d);" % (v.name, t.name, self.r.randrange(50)))
            return "&" + v.name, v, [None]
        name = self.name_of()
        if count == 1:
            self.emit("%s = mk_%s(%s);" % (declarator(t.c, name), t.name, self.seed()))
            return "&" + name, self.declare(name, t), [None]
        self.emit("%s = {%s};" % (declarator(t.c, "%s[%d]" % (name, count)), ", ".join(
            "mk_%s(%d)" % (t.name, i) for i in range(count))))
        return name, self.declare(name, t, count), list(range(count))

    def spawn_by_address(self, to=None):
        """The child writes to variables of its caller, or further up; to that one
        if it can."""
        r = self.r
        for _ in range(3):
            callee = self.pick_callee(lambda c: self.known(c.points_to) and
                                      (not to or to.type == c.points_to), points=True)
            if not callee:
                return
            fits = list(self.cells(callee.points_to, callee.cells))
            if fits:
                break
        wanted = [cell for cell in fits if cell[1] is to]
        new = not fits or not wanted and r.random() < 0.2
        fits = wanted or fits
        pointer, v, elements = self.new_cells(callee.points_to, callee.cells) if new else \
            r.choice(fits)
        v.taken = True
        if callee.result is not None and self.known(callee.result) and r.random() < 0.7:
            t, name = callee.result, self.name_of()
            self.spawn(name, callee, "=", declarator(t.c, ""), first=pointer)
            self.mark(self.declare(name, t, loose=t.kind in "if", fixed=t.name == "konst"),
                      None, self.frames[-1], "=")
        else:
            self.spawn(None, callee, first=pointer)
        for element in elements:
            if element == "*":
                self.pending[v, "*"] = (self.pending[v, "*"][0], "=")
            else:
                self.mark(v, element, self.frames[-1], "=")
        self.out[-1].loose = False

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
            if r.random() < 0.7 or real and t.kind != "f":
                self.spawn(name, callee, r.choice(ops), same=t == callee.result)
            else:
                # Their order counts, and is that of the elision.
                self.serial = True
                for i in range(r.randrange(2, 4)):
                    # No shift of what is negative, no product that is rounded.
                    late = [o for o in ops if o != "<<=" or i == 0]
                    late = [o for o in late if o != "/=" or not real]
                    if i > 0:
                        callee = self.pick_callee(lambda c: c.small and (
                            c.result.kind == "i" or t.kind == "f"))
                    if callee is None:
                        break
                    real = real or callee.result.kind == "f"
                    late = [o for o in late if not real or o in ("*=", "+=", "-=")]
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
            # A variable length array is gone where its block's frame joins.
            if v.fixed or v.vla or v.type.kind in "xp" or v.type.name == "konst":
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

    def assignments(self):
        """What a callee's result can go to: (text, operator, variable, element, class,
        type).  The callee is self.assigned."""
        self.assigned = callee = self.pick_callee(lambda c: c.result is not None and
                                  c.result.name != "konst")
        if not callee:
            return []
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
        return fits

    def spawn_assignment(self):
        r = self.r
        fits = self.assignments()
        callee = self.assigned
        if not fits:
            return
        left, operator, v, element, cls, t = r.choice(fits)
        v.taken = True
        plain = not getattr(v, "qualified", False)
        self.spawn(left, callee, operator, same=t == callee.result and plain)
        if cls is None:
            self.pending[v, "*"] = (self.pending[v, "*"][0], "=")
        else:
            self.mark(v, element, self.frames[-1], cls)
