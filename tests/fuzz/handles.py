"""Futures whose handles are passed to other tasks; shares, parts, promises."""

from inlets import Inlets
from tree import Text
from values import TYPES, declarator

EATER = """static UNUSED unsigned long eat_NAME(HANDLE(TYPE) f, unsigned long s)
{
    SLOW
    return mix(s, h_NAME(GOT(TYPE, f)));
}
SETTERstatic UNUSED void nothing_NAME(unsigned long s)
{
    (void)slow(s, 1);
}"""
SETTER = """static UNUSED int set_NAME(PROMISE(TYPE) p, unsigned long s)
{
    s = slow(s, 1);
    SET(TYPE, p, mk_NAME(s));
    return 0;
}
"""
PARTS = {"pair": [("a", "long"), ("b", "double")], "point": [("y", "double")],
         "big": [("values[3]", "long"), ("tail", "small")], "mixed": [("s", "short")],
         "small": [("c[1]", "char")], "either": [("l", "long")]}


class Handles(Inlets):
    def futures(self):
        if not self.program.handles or self.r.random() < 0.3:
            return super().futures()
        return self.pipes()

    def eaters(self, t):
        """Declares the functions that take handles of this type."""
        done = self.program.eaters
        if t.name not in done:
            done[t.name] = True
            text = EATER.replace("SETTER", SETTER * (t.name != "konst")).replace("NAME", t.name).replace("TYPE", t.c).replace(
                "SLOW", self.r.choice(("(void)s;", "s = slow(s, 1);")))
            self.program.nodes.append(Text(text, loose=False))

    def source(self):
        """A future: (name, type, consumers), or None."""
        r = self.r
        name = "f%d" % (self.n_names + 1)
        self.n_names += 1
        k = r.choice((1, 2, 2, 3, 4))
        how = r.random()
        callee = self.pick_callee(self.can_be_future)
        if how < 0.2 and not self.program.aborts:
            t = TYPES[r.choice(("int", "pair", "big", "double", "uint128", "uchar"))]
            if not self.known(t) or self.cost + 4 * self.mult > self.budget:
                return None
            self.cost += 4 * self.mult
            self.eaters(t)
            self.emit("MAKE(%s, p_%s, %d);" % (t.c, name, k), loose=False)
            self.emit("(void)GOT_OF(int, set_%s, p_%s, %d);" % (t.name, name, r.randrange(99))
                      if r.random() < 0.4 and not self.program.pedigrees else
                      "%s set_%s(p_%s, %d);" % (r.choice(self.program.spawns), t.name, name,
                                                r.randrange(99)), loose=False)
            self.emit("HANDLE(%s) %s = FUTURE_OF(p_%s);" % (t.c, name, name), loose=False)
            return name, t, k
        if not callee:
            return None
        t = callee.result
        self.eaters(t)
        if how < 0.3:
            self.emit("HANDLE(%s) %s = FROM(%s, mk_%s(%d));" % (
                t.c, name, t.c, t.name, r.randrange(99)), loose=False)
            first = 1
        else:
            self.cost += (callee.cost + 1) * self.mult
            first = r.randrange(1, k + 1)
            word = self.future_word(callee, self.name + name)
            self.emit("HANDLE(%s) %s = %s CONSUMERS(%d) %s;" % (
                t.c, name, word, first, self.written(callee, self.arguments(callee), word)),
                loose=False)
        if first < k:
            self.emit("SHARE(%s, %d);" % (name, k - first), loose=False)
        return name, t, k

    def pipes(self):
        """Some futures, other things, and as many gets as they have consumers:
        here, in children, and in other futures."""
        r, gets = self.r, []
        made = [made for made in (self.source() for _ in range(r.randrange(1, 3))) if made]
        for name, t, k in made:
            gets += [(name, t)] * k
        for _ in range(r.randrange(3)):
            r.choice((self.spawn_statement, self.declaration, self.change))()
        r.shuffle(gets)
        late = []
        for name, t in gets:
            how = r.random()
            self.n_names += 1
            new = "e%d" % self.n_names
            if how < 0.3:
                self.emit("HANDLE(ulong_) %s = cilk_future eat_%s(%s, %d);" % (
                    new, t.name, name, r.randrange(99)), loose=False)
                late.append("h = mix(h, GOT(ulong_, %s));" % new)
            elif how < 0.5:
                self.emit("unsigned long %s = %s eat_%s(%s, %d);" % (
                    new, r.choice(self.program.spawns), t.name, name, r.randrange(99)),
                    loose=False)
                self.mark(self.declare(new, TYPES["ulong_"]), None, self.frames[-1], "=")
            elif how < 0.65 and t.name in PARTS:
                member, inner = r.choice(PARTS[t.name])
                self.emit("%s;\nGOT_PART(%s, %s, %s, %s);\nh = mix(h, h_%s(%s));" % (
                    declarator(TYPES[inner].c, new), name, t.c, member, new, inner, new),
                    loose=False)
            elif how < 0.75:
                self.emit("NOTHING_OF(%s, nothing_%s(h_%s(GOT(%s, %s))));\nNOTHING_GOT(%s);" % (
                    new, t.name, t.name, t.c, name, new), loose=False)
            else:
                self.emit("h = mix(h, h_%s(GOT(%s, %s)));" % (t.name, t.c, name), loose=False)
        for line in late:
            self.emit(line, loose=False)
