#!/usr/bin/env python3
"""generate.py SEED [FORM]: prints the program of a seed, in keywords or in
macros.  See docs/fuzz.md."""

import random
import re
import sys
import zlib

import callees
import inlets
import reducers
import tree
from handles import Handles
from body import GENERATED, OWN_WORDS, WORDS
from tree import Compound, Function, Text
from values import COMMON, TYPES, Callee, some_type

HEADS = {
    "keywords": """#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <cilk/cilk_api.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opxor.h>
#if defined UCILK_SERIAL && !defined FUZZ_TOOL
#define PLAIN /* the elision is the compiler's, not the tool's */
#undef cilk_future
#define cilk_future
#undef cilk_group
#define cilk_group
#define CONSUMERS(k)
#define HANDLE(T) T
#define GOT(T, f) f
#define GOT_PART(f, T, member, to) to = (f).member
#define SHARE(f, k) (void)0
#define FROM(T, value) value
#define NOTHING_OF(f, call) char f UNUSED = (call, 0)
#define NOTHING_GOT(f) (void)0
#define PROMISE(T) T *
#define MAKE(T, p, k) T in_##p, *p = &in_##p
#define SET(T, p, value) *p = value
#define FUTURE_OF(p) *p
#define ABORT (void)0
#define INLET_RETURN break
#else
#define CONSUMERS(k) (k)
#define HANDLE(T) ucilk_future_t
#define GOT(T, f) ucilk_future_get(T, f)
#define GOT_PART(f, T, member, to)                                             \
    (ucilk_future_prefetch(f),                                                 \
     ucilk_future_get_part(f, __builtin_offsetof(T, member), sizeof to, &to))
#define SHARE(f, k) ucilk_future_share(&f, k)
#define FROM(T, value) ucilk_future_from(T, value)
#define NOTHING_OF(f, call) ucilk_future_t f = cilk_future call
#define NOTHING_GOT(f) ucilk_future_get(void, f)
#define PROMISE(T) ucilk_promise_t
#define MAKE(T, p, k) ucilk_promise_t p = ucilk_promise_make(T, k)
#define SET(T, p, value) ucilk_promise_set(T, p, value)
#define FUTURE_OF(p) ucilk_promise_future(p)
#define ABORT abort
#define INLET_RETURN return
#endif
#define GOT_OF(T, f, ...) GOT(T, cilk_future f(__VA_ARGS__))
#define VIEW(x) x""",
    # The header's elision would take these names away.
    "own": """#ifdef UCILK_SERIAL
#define cilk_spawn
#define _Cilk_spawn
#define cilk_sync
#define _Cilk_sync
#define cilk_scope
#define _Cilk_scope
#define cilk_for for
#define _Cilk_for for
#define cilk_reducer(identity, reduce)
#define _Hyperobject(identity, reduce)
#define SYNCHED 1
#endif
#define VIEW(x) x""",
    "macros": """#include <ucilk/macros.h>
#undef SYNCHED
#define SYNCHED 1
#define HANDLE(T) ucilk_future_t
#define GOT(T, f) ucilk_future_get(T, f)
#define GOT_OF(T, f, ...) f(__VA_ARGS__)
#define VIEW(x) cilk_view(x)"""}


PEDIGREE = """#include <ucilk/random.h>
static UNUSED unsigned long pedigree(void)
{
    struct ucilk_pedigree here = ucilk_pedigree_get();
    unsigned long h = 5;
    for (const struct ucilk_pedigree *p = &here; p; p = p->parent)
        h = mix(h, p->rank);
    return h;
}
"""


class Program:
    def __init__(self, seed, n_roots=8):
        self.r = r = random.Random(seed)
        self.seed = seed
        self.n_globals = self.n_shown = self.n_labels = 0
        self.own_names = r.random() < 0.15
        self.has_macros = not self.own_names and r.random() < 0.5
        free = not self.own_names and not self.has_macros
        self.pedigrees = free and r.random() < 0.3
        self.has_inlets = free and r.random() < 0.5
        self.aborts = self.has_inlets and r.random() < 0.5
        self.handles = free and r.random() < 0.6
        self.eaters = {}
        long_words = ["cilk_", "_Cilk_"]
        self.spawns = [w + "spawn" for w in long_words]
        self.syncs = [w + "sync" for w in long_words]
        self.scopes = [w + "scope" for w in long_words]
        if not self.own_names:
            self.spawns += ["spawn"] * 3
            self.syncs += ["sync"] * 3
        self.names = WORDS + [w.replace("%d", str(r.randrange(60))) for w in GENERATED]
        self.names += OWN_WORDS * 3 * self.own_names
        self.nodes, self.callees = callees.leaves(r, r.randrange(12, 25), self.pedigrees)
        if free:
            self.nodes[:0] = [Text(reducers.bump(kind)) for kind in sorted(reducers.KINDS)]
        self.reducers = []
        if r.random() < 0.5 and not self.aborts:
            self.some_reducers()
        if self.aborts:
            for n in range(r.randrange(1, 4)):
                node, callee = inlets.seeker(r, n, self.pedigrees)
                self.nodes.append(node)
                self.callees.append(callee)
        roots = []
        for n in range(r.randrange(2, 7)):
            self.inner(n)
        for n in range(n_roots):
            roots.append(self.root(n))
        self.main(roots)

    def odd(self, text):
        """Half of them are: what this decides changes nothing else of the program."""
        return zlib.crc32(("%d %s" % (self.seed, text)).encode()) % 2 == 1

    def some_reducers(self):
        r = self.r
        for kind in r.sample(reducers.MACROS if self.has_macros else sorted(reducers.KINDS), 2):
            storage = r.choice(("", "static "))
            form = "plain" if self.has_macros or self.own_names else r.choice(reducers.FORMS)
            made = reducers.Reducer("total_" + kind, kind, form, storage)
            self.reducers.append(made)
            macros = reducers.declare_macro(made.name, kind, storage) if self.has_macros else ""
            self.nodes.append(Text("\n".join(made.before + made.begin), macros))

    def loop_type(self):
        return TYPES[self.r.choice(("int", "int", "long", "unsigned", "short"))]

    def body(self, name, budget, root):
        b = Handles(self, name, budget, root, self.callees)
        r = self.r
        # Names of functions and types that variables hide.
        for _ in range(r.choice((0, 0, 1, 2))):
            b.hidden.add(r.choice([c.name for c in self.callees] + ["point", "schar"] +
                                  ["either", "int128"]))
        return b

    def fill(self, b, size, depth, handed=None):
        """handed: a variable whose address the caller has given."""
        if len(b.blocks) == 1:
            b.blocks.append([])
        b.emit("unsigned long h = %d;" % self.r.randrange(1000), loose=False)
        for name in sorted(b.hidden):
            b.emit("long %s = %d;" % (name, self.r.randrange(100)), loose=False)
            b.declare(name, TYPES["long"])
        for t in self.r.sample(COMMON, 3):
            name = b.name_of()
            if b.known(TYPES[t]):
                b.emit("%s %s = mk_%s(%d);" % (TYPES[t].c, name, t, self.r.randrange(99)),
                       loose=False)
                b.declare(name, TYPES[t])
        if b.has_inlets:
            b.begin_inlets()
        if handed and self.r.random() < 0.6:
            b.spawn_by_address(handed)
        b.statements(size, depth)

    def inner(self, n):
        """A function that spawns, and is spawned."""
        r = self.r
        # Macros take no const members.
        names = [n for n in TYPES if n != "konst"] if self.has_macros else list(TYPES)
        result = some_type(r, names if r.random() < 0.5 else COMMON)
        if r.random() < 0.1:
            result = None
        params = [some_type(r, names if r.random() < 0.5 else COMMON) for _ in range(r.choice((0, 1, 2, 2, 3, 5)))]
        target = None
        if r.random() < 0.4:
            target, pointer = callees.pointed(r)
            others = [c.points_to for c in self.callees if c.points_to]
            if others and r.random() < 0.7:
                target = r.choice(others)
                pointer = callees.pointer_to(target)
            params.insert(0, pointer)
        callee = Callee("inner_%d" % n, result, params)
        callee.points_to = target
        b = self.body(callee.name, 24, False)
        b.has_inlets = self.has_inlets and r.random() < 0.6
        b.hidden -= {t.name for t in TYPES.values()}
        b.result = result
        b.blocks.append([])
        handed = None
        for i, t in enumerate(params):
            if i == 0 and target:
                handed = b.declare("(*p0)", target)
                continue
            b.declare("p%d" % i, t, loose=t.kind in "if", fixed=t.name == "konst")
        self.fill(b, r.randrange(3, 9), 2, handed)
        for i, t in enumerate(params):
            b.observe(b.blocks[1][i])
        if r.random() < 0.6:
            b.sync()
        for v in b.blocks[1][len(params):][-4:]:
            b.observe(v)
        if result or r.random() < 0.3:
            b.emit(b.return_text(), loose=False)
        storage = r.choice(("static ", "static inline "))
        words = ", ".join([result.c if result else "void", callee.name] +
                          ["(%s) p%d" % (t.c, i) for i, t in enumerate(params)])
        self.nodes += b.globals
        self.nodes.append(Function(
            {"keywords": storage + callee.declare(names=True) + "\n{",
             "macros": "cilk_static_task(%s)\n{" % words}, b.out))
        self.nodes += callees.disguises(r, callee)
        callee.cost = b.cost + 1
        callee.stays = bool(self.reducers or b.globals)
        self.callees.append(callee)

    def root(self, n):
        """A function that main calls: its strands say what they see."""
        b = self.body("root_%d" % n, 70, True)
        b.has_inlets = self.has_inlets and self.r.random() < 0.4
        self.fill(b, self.r.randrange(6, 16), 3)
        if self.r.random() < 0.8:
            b.sync()
        for v in b.visible():
            b.observe(v)
        for reducer in self.reducers:
            b.sync()
            told = reducer.told()
            if reducer.form == "plain":
                told = reducers.KINDS[reducer.kind].told.replace("%s", "VIEW(%s)" % reducer.name)
            b.tell(told)
        b.emit("return h;", loose=False)
        self.nodes += b.globals
        self.nodes.append(Function(
            {"keywords": "static unsigned long root_%d(void)\n{" % n,
             "macros": "cilk_static_task(unsigned long, root_%d)\n{" % n}, b.out))
        return "root_%d" % n

    def main(self, roots):
        lines = []
        for i, name in enumerate(roots):
            call = "r = %s();" % name
            if self.r.random() < 0.3:
                call = Text("r = %s %s();\n%s;" % (
                    self.r.choice(self.spawns), name, self.r.choice(self.syncs)), call)
            else:
                call = Text(call)
            lines.append(Compound(("", [call, Text(
                'printf("%s %%lx\\n", r);' % name)], True, "")))
        self.nodes.append(Compound(
            ("int main(void)\n{", [Text(
                'unsigned long r = 0;\n'
                'spin_ = getenv("FUZZ_SPIN") ? atoi(getenv("FUZZ_SPIN")) : 0;',
                loose=False)] + lines +
             [Text("return 0;", loose=False)], False, "}"), loose=False))

    def has_form(self, form):
        return form == "keywords" or self.has_macros

    def text(self, form):
        head = HEADS["own" if self.own_names and form == "keywords" else form]
        body = tree.text(self.nodes, form)
        if form == "macros":
            # Their names are reserved there.
            body = re.sub(r"\bucilk_", "own_", body)
        return """/* seed %s */
%s
#include "views.h"

%s#define SPAWN_TO(to, op, word, call) to op word call
#define GRAIN 3
#define GRAIN_OF(n) ((n) + 1)
#define UNUSED_LABEL(l) l: __attribute__((unused));

%s""" % (self.seed, head, PEDIGREE * self.pedigrees, body)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.stdout.write(Program(int(sys.argv[1])).text((sys.argv[2:] + ["keywords"])[0]))
