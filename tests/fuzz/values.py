"""The types of fuzz.h, and functions to spawn whose results depend on all of
their arguments."""

import collections

# Kinds: i integer, f real, c complex, v vector, o others.
# wide: all bits are used.  signed types that are wide take no arithmetic.
Type = collections.namedtuple("Type", "name c kind bits signed wide promoted")

TYPES = {}
for row in """
schar i 8 s int|char i 8 s int|uchar i 8 u int|short i 16 s int|ushort_ i 16 u int
int i 32 s|unsigned i 32 uw|long i 64 s|ulong_ i 64 uw|llong i 64 sw|ullong i 64 uw
boolean b 8 u int|answer e 32 u unsigned|colour e 32 u unsigned|int128 i 128 sw
uint128 i 128 uw|float f 24 s double|double f 53 s|ldouble f 64 s|dcomplex c 53 s
fcomplex c 24 s|v4u v 32 u|v4f v 24 s|cptr o 0 u|text o 0 u|operation o 0 u|point o 0 u
either o 0 u|small o 0 u|pair o 0 u|konst o 0 u|big o 0 u|mixed o 0 u
""".replace("\n", "|").strip("|").split("|"):
    words = row.split()
    name, kind, bits, flags = words[:4]
    c = ("struct " if name in ("small", "pair", "konst", "big", "mixed") else
         "enum " if name == "colour" else "") + name
    TYPES[name] = Type(name, c, kind, int(bits), "s" in flags, "w" in flags,
                       words[4] if len(words) > 4 else None)

COMMON = ["int", "long", "ulong_", "unsigned", "schar", "uchar", "short", "double",
          "boolean"]
INTEGERS = [n for n, t in TYPES.items() if t.kind == "i"]
ARITHMETIC = [n for n, t in TYPES.items() if t.kind in "ibef"]


def some_type(r, names=None):
    if names is not None:
        return TYPES[r.choice(names)]
    return TYPES[r.choice(COMMON if r.random() < 0.5 else list(TYPES))]


def converts(to, source):
    """May a value of type source be given to one of type to?"""
    return to == source or to.kind in "ibefc" and source.kind in "ibefc" and not (
        source.wide and source.bits == 128 and to.kind in "fc")


def operators(to, loose, source):
    """(operator, class): those of one class make no difference to each other.
    A variable that is loose takes any value, and no sums."""
    found = []
    if not converts(to, source):
        return found
    tame = not (source.wide and source.signed) and source.kind in "ibe"
    if loose or to.kind in "beov" or not to.signed or to.bits < 32 or (
            not source.wide and to.kind in "i") or (
            to.kind in "fc" and not source.wide):
        found.append(("=", "="))
    if to.name == "konst":
        return []
    if to.kind == "i":
        if source.kind in "ibe" and (loose or not to.signed or not source.wide):
            found += [("|=", "|"), ("&=", "&"), ("^=", "^")]
        if tame and not loose and not (to.signed and to.wide):
            found += [("+=", "+"), ("-=", "+")]
            if not to.signed:
                found.append(("*=", "*"))
    if to.kind == "b" and source.kind in "ibe":
        found += [("|=", "|"), ("&=", "&")]
    if to.kind in "fc" and not loose:
        narrow = source.kind in "ibe" and not source.wide and source.name != "colour"
        if (narrow or source.kind in "fc") and (to.kind == "c" or source.kind != "c"):
            found += [("+=", "+"), ("-=", "+")]
    if to.kind == "v":
        found += [("+=", "+"), ("-=", "+")]
        if to.name == "v4u":
            found += [("^=", "^"), ("|=", "|"), ("&=", "&")]
    return found


class Callee:
    """What can be spawned: its type, and how it can be written."""

    draws = False  # it asks for random numbers

    def __init__(self, name, result, params, small=False, cost=1):
        self.name, self.result, self.params = name, result, params
        self.small, self.cost = small, cost
        self.spellings = []  # of the function, as an expression
        self.calls = []      # macros that take the arguments
        self.exact = False   # arguments are not converted
        self.has_macro = "konst" not in [t.name for t in params + [result] if t]
        self.ready = None    # the arguments, where only these will do
        self.points_to = None  # the first argument is a pointer to one of these,
        self.stays = False     # no group: it uses variables of main's node
        self.cells = 1         # or so many, where nothing else is outstanding

    def declare(self, inner="", names=False):
        params = ", ".join(declarator(t.c, "p%d" % i if names else "")
                           for i, t in enumerate(self.params))
        c = self.result.c if self.result else "void"
        return "%s%s(%s)" % (declarator(c, ""), inner or self.name, params or "void")


def declarator(c, name):
    return c + name if c.endswith("*") else c + " " + name
