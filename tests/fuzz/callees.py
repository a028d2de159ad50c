"""The functions at the leaves of a program: plain ones, slow ones, K&R,
variadic, with arrays; and the expressions by which they are called."""

import re

from tree import Text
from values import ARITHMETIC, INTEGERS, TYPES, Callee, declarator, some_type

# clang 14 errs with __int128 in va_list.
PROMOTED = [n for n, t in TYPES.items()
            if t.kind in "ibfcvo" and n not in ("konst", "boolean") and t.bits < 128]

SLOW = {
    "keywords": """static unsigned long slow(unsigned long s, int levels)
{
    unsigned long a, b;
    if (levels == 0) {
        spin();
        return mix(s, 1);
    }
    a = cilk_spawn slow(s, levels - 1);
    b = slow(s + 1, levels - 1);
    cilk_sync;
    return mix(a, b);
}""",
    "macros": """cilk_static_task(unsigned long, slow, (unsigned long) s, (int) levels)
{
    unsigned long a, b;
    if (levels == 0) {
        spin();
        return mix(s, 1);
    }
    spawn_to(a, slow, s, levels - 1);
    b = slow(s + 1, levels - 1);
    sync;
    return mix(a, b);
}"""}


PEDIGREE = "s = mix(s, ucilk_random());"


def body(r, callee, seed, loads, slow):
    lines = ["unsigned long s = %#x;" % seed] + loads
    if callee.draws and not callee.points_to:
        lines.append(PEDIGREE)
    if slow:
        lines.append("s = slow(s, %d);" % slow)
    if callee.points_to:
        t = callee.points_to
        lines.append("*p0 = mk_%s(s);" % t.name)
    elif callee.result is None:
        lines.append("(void)s;")
    elif callee.small:
        lines.append("return (%s)(1 + s %% 7);" % callee.result.c)
    else:
        lines.append("return mk_%s(s);" % callee.result.name)
    return "{\n" + "\n".join("    " + line for line in lines) + "\n}"


def plain(r, n, number):
    """A function of a prototype."""
    small = r.random() < 0.15
    result = some_type(r, ARITHMETIC if small else None)
    if small and result.kind in "be":
        result = TYPES["int"]
    if r.random() < 0.06:
        result = r.choice((None, TYPES["boolean"]))
    count = r.choice((0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 10))
    callee = Callee("leaf_%d" % n, result, [some_type(r) for _ in range(count)],
                    small and result is not None)
    slow = r.choice((0, 0, 0, 0, 1, 2))
    callee.cost = 1 << slow
    loads = ["s = mix(s, h_%s(p%d));" % (t.name, i)
             for i, t in enumerate(callee.params)]
    storage = r.choice(("static ", "static ", "static inline ", "",
                        "static __attribute__((noinline)) "))
    head = callee.declare(names=True)
    if "static" not in storage:
        yield Text(callee.declare() + ";", "")
    declare = "cilk_callee(%s);" % ", ".join(
        [result.c if result else "void", callee.name] +
        ["(%s) p%d" % (t.c, i) for i, t in enumerate(callee.params)])
    if "static" in storage:
        declare = storage.replace("inline ", "") + declare
    if not callee.has_macro:
        declare = "" if "static" in storage else callee.declare() + ";"
    rest = "\n" + body(r, callee, number, loads, slow)
    yield Text(storage + head + rest, declare + "\n" + storage + head + rest)
    yield from disguises(r, callee)
    yield callee


def disguises(r, callee):
    name = callee.name
    if r.random() < 0.2:
        callee.spellings.append("by_" + name)
        yield Text("#define by_%s %s" % (name, name))
    if r.random() < 0.2 and callee.params:
        callee.calls.append("with_" + name)
        yield Text("#define with_%s(...) %s(__VA_ARGS__)" % (name, name))
    if r.random() < 0.25:
        callee.spellings += ["to_" + name, "(*to_%s)" % name]
        yield Text("static %s = %s;" % (callee.declare("(*to_%s)" % name), name))
    if r.random() < 0.25:
        inner = callee.declare("(*array[2])") + "; " + callee.declare("(*one)")
        yield Text("static struct { %s; } in_%s = {{%s, %s}, %s}, *at_%s = &in_%s;" % (
            inner, name, name, name, name, name, name))
        callee.spellings += ["in_%s.array[1]" % name, "in_%s.one" % name,
                             "at_%s->one" % name, "at_%s->array[0]" % name,
                             "(*in_%s.array)" % name]
    if r.random() < 0.15:
        callee.spellings.append("which_%s(%d)" % (name, r.randrange(2)))
        yield Text("static %s\n{\n    return k ? %s : %s;\n}" % (
            callee.declare("(*which_%s(int k))" % name), name, name))
    if r.random() < 0.1:
        callee.spellings.append("(h & 1 ? %s : %s)" % (name, name))
    if r.random() < 0.1:
        callee.spellings.append("_Generic(1.0f, int: 0, float: %s)" % name)
    callee.spellings.append("(%s)" % name)


def old(r, n, number):
    """K&R: arguments are promoted."""
    callee = Callee("old_%d" % n, some_type(r), [
        some_type(r, PROMOTED if r.random() < 0.5 else ["schar", "float", "short"])
        for _ in range(r.randrange(1, 5))])
    callee.exact, callee.has_macro = True, False
    params = ["p%d" % i for i in range(len(callee.params))]
    head = declarator(callee.result.c, "%s(%s)" % (callee.name, ", ".join(params)))
    typed = "".join("    %s;\n" % declarator(t.c, p)
                    for t, p in zip(callee.params, params))
    loads = ["s = mix(s, h_%s(%s));" % (t.name, p)
             for t, p in zip(callee.params, params)]
    yield Text("static %s\n%s%s" % (head, typed, body(r, callee, number, loads, 0)))
    yield callee


def variadic(r, n, number):
    callee = Callee("any_%d" % n, some_type(r), [TYPES["int"]] + [
        some_type(r, PROMOTED if r.random() < 0.5 else ["schar", "float", "long"])
        for _ in range(r.randrange(0, 6))])
    callee.exact, callee.has_macro = True, False
    loads = ["va_list list;", "va_start(list, p0);", "s = mix(s, h_int(p0));"]
    for t in callee.params[1:]:
        loads.append("s = mix(s, h_%s((%s)va_arg(list, %s)));" % (
            t.name, t.c, t.promoted or t.c) if t.promoted else
            "s = mix(s, h_%s(va_arg(list, %s)));" % (t.name, t.c))
    loads.append("va_end(list);")
    yield Text("static %s\n%s" % (
        declarator(callee.result.c, callee.name + "(int p0, ...)"),
        body(r, callee, number, loads, 0)))
    yield callee


def arrays(r, n, number):
    """Parameters that are arrays, some of variable length."""
    callee = Callee("rows_%d" % n, some_type(r, INTEGERS), [])
    callee.has_macro = False
    kind = r.randrange(3)
    if kind == 0:
        params, callee.ready = "int n, long m[n][n]", ["3", "matrix"]
        load = "s = mix(s, (unsigned long)m[n - 1][1]);"
    elif kind == 1:
        params, callee.ready = "const long p[4], const int k", ["table", "3"]
        load = "s = mix(s, (unsigned long)p[k]);"
    else:
        params, callee.ready = "long (*p)[3], long *const q[2]", ["matrix", "rows"]
        load = "s = mix(s, (unsigned long)(p[1][2] + *q[1]));"
    yield Text("static %s\n%s" % (
        declarator(callee.result.c, "%s(%s)" % (callee.name, params)),
        body(r, callee, number, [load], 0)))
    yield callee


def pointer_to(t):
    return t._replace(name="pointer", c=t.c + " *", kind="p")


def pointed(r):
    """A type, and that of pointers to it.  Mostly one of few, so that a pointer can
    be handed on."""
    t = some_type(r, ["int", "long", "ulong_", "pair"] if r.random() < 0.6 else
                  [k for k in TYPES if k != "konst"])
    return t, pointer_to(t)


def writer(r, n, number):
    """void f(T *where, ...)"""
    t, pointer = pointed(r)
    callee = Callee("put_%d" % n, None, [pointer] + [
        some_type(r) for _ in range(r.randrange(0, 4))])
    callee.points_to = t
    loads = ["s = mix(s, h_%s(p%d));" % (p.name, i)
             for i, p in enumerate(callee.params) if i > 0]
    declare = "static cilk_callee(void, %s);\n" % ", ".join(
        [callee.name] + ["(%s) p%d" % (p.c, i) for i, p in enumerate(callee.params)])
    rest = "static %s\n%s" % (callee.declare(names=True),
                              body(r, callee, number, loads, r.choice((0, 0, 1))))
    callee.cost = 2
    yield Text(rest, declare + rest if callee.has_macro else rest)
    callee.spellings.append("(%s)" % callee.name)
    yield callee


# Halves an array: each half is another task's.
FILL = """{
    if (p1 == 1) {
        spin();
        *p0 = mk_T(mix(p2, h_T(*p0)));
        return;
    }
    SPAWN(NAME, p0, p1 / 2, p2 + 1);
    NAME(p0 + p1 / 2, p1 - p1 / 2, p2 + 2);
    SYNC;
}"""

# Writes to locals of the caller, and of callers that are any number of levels up.
CLIMB = """{
    T mine = mk_T(p3), other[2] = {mk_T(p3 + 1), mk_T(p3 + 2)};
    if (p2 == 0) {
        spin();
        *p0 = mk_T(p3);
        if (p1)
            *p1 = mk_T(mix(p3, h_T(*p1)));
        return;
    }
    SPAWN(NAME, &mine, p1, p2 - 1, p3 + 3);
    if (p3 & 1) {
        SPAWN(NAME, other, &other[1], p2 - 1, p3 + 4);
    } else {
        NAME(other, other + 1, p2 - 1, p3 + 5);
    }
    SYNC;
    *p0 = mk_T(mix(h_T(mine), mix(h_T(other[0]), h_T(other[1]))));
}"""


def recursive(r, callee, text, storage="static "):
    """Its definition in both forms."""
    text = re.sub(r"\bNAME\b", callee.name, text)
    text = re.sub(r"\bT (?=mine)", callee.points_to.c + " ", text)
    text = re.sub(r"_T\b", "_" + callee.points_to.name, text).replace("SYNC", "cilk_sync")
    words = ", ".join(["void", callee.name] + ["(%s) p%d" % (p.c, i)
                                               for i, p in enumerate(callee.params)])
    return Text(storage + callee.declare(names=True) + "\n" +
                re.sub(r"SPAWN\((\w+), ", r"cilk_spawn \1(", text),
                "cilk_static_task(%s)\n" % words +
                text.replace("SPAWN(", "spawn(").replace("cilk_sync", "sync"))


def filler(r, n, number):
    t, pointer = pointed(r)
    callee = Callee("fill_%d" % n, None, [pointer, TYPES["int"], TYPES["ulong_"]])
    callee.points_to, callee.cells = t, r.choice((2, 2, 3, 4))
    callee.ready, callee.cost = [str(callee.cells), "%d" % number], 2 * callee.cells
    yield recursive(r, callee, FILL)
    yield callee


def climber(r, n, number):
    t, pointer = pointed(r)
    callee = Callee("climb_%d" % n, None, [pointer, pointer, TYPES["int"],
                                           TYPES["ulong_"]])
    levels = r.choice((1, 2, 2, 3))
    callee.points_to, callee.cost = t, 2 << levels
    callee.ready = ["0", str(levels), str(number)]
    yield recursive(r, callee, CLIMB)
    yield callee


def leaves(r, count, pedigrees):
    """The nodes, and the callees."""
    Callee.draws = False
    nodes = [Text(SLOW["keywords"], SLOW["macros"]),
             Text("static long matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};\n"
                  "static UNUSED long *const rows[2] = {matrix[0], matrix[2]};")]
    callees = []
    for n in range(count):
        make = r.choices((plain, old, variadic, arrays, writer, filler, climber),
                         (20, 2, 3, 2, 3, 1.5, 1.5))[0]
        Callee.draws = pedigrees and r.random() < 0.4
        for made in make(r, n, r.randrange(1 << 16)):
            if isinstance(made, Callee):
                callees.append(made)
            else:
                nodes.append(made)
    return nodes, callees
