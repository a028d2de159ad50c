#!/usr/bin/env python3
"""generate.py SEED [FORM]: prints the program of a seed, in keywords or in
macros.  docs/fuzz.md."""

import random
import re
import sys

import callees
import loops
import tree
from body import GENERATED, OWN_WORDS, WORDS
from tree import Compound, Function, Text
from values import COMMON, TYPES, Callee, some_type

HEADS = {
    "keywords": """#include <ucilk/ucilk.h>
#ifdef UCILK_SERIAL
#undef cilk_future
#define cilk_future
#define CONSUMERS(k)
#define HANDLE(T) T
#define GOT(T, f) f
#else
#define CONSUMERS(k) (k)
#define HANDLE(T) ucilk_future_t
#define GOT(T, f) ucilk_future_get(T, f)
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
#endif
#define VIEW(x) x""",
    "macros": """#include <ucilk/macros.h>
#define HANDLE(T) ucilk_future_t
#define GOT(T, f) ucilk_future_get(T, f)
#define GOT_OF(T, f, ...) f(__VA_ARGS__)
#define VIEW(x) cilk_view(x)"""}


class Program:
    def __init__(self, seed, n_roots=8):
        self.r = r = random.Random(seed)
        self.seed = seed
        self.n_globals = self.n_shown = self.n_labels = 0
        self.own_names = r.random() < 0.15
        self.has_macros = not self.own_names and r.random() < 0.6
        long_words = ["cilk_", "_Cilk_"]
        self.spawns = [w + "spawn" for w in long_words]
        self.syncs = [w + "sync" for w in long_words]
        self.scopes = [w + "scope" for w in long_words]
        if not self.own_names:
            self.spawns += ["spawn"] * 3
            self.syncs += ["sync"] * 3
        self.names = WORDS + [w.replace("%d", str(r.randrange(60))) for w in GENERATED]
        self.names += OWN_WORDS * 3 * self.own_names
        self.nodes, self.callees = callees.leaves(r, r.randrange(12, 25))
        self.nodes.insert(0, Text(loops.DEFINED))
        self.reducers = []
        if r.random() < 0.5:
            self.reducers = [("total_%s" % kind, kind) for kind in r.sample(
                sorted(loops.REDUCERS), 2)]
            for name, kind in self.reducers:
                storage = r.choice(("", "static "))
                self.nodes.append(Text(loops.declare_reducer(name, kind, storage),
                                       loops.declare_macro(name, kind, storage)))
        roots = []
        for n in range(r.randrange(2, 7)):
            self.inner(n)
        for n in range(n_roots):
            roots.append(self.root(n))
        self.main(roots)

    def loop_type(self):
        return TYPES[self.r.choice(("int", "int", "long", "unsigned", "short"))]

    def body(self, name, budget, root):
        b = loops.Loops(self, name, budget, root, self.callees)
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
        self.nodes.append(Function(
            {"keywords": storage + callee.declare(names=True) + "\n{",
             "macros": "cilk_static_task(%s)\n{" % words}, b.out))
        self.nodes += callees.disguises(r, callee)
        callee.cost = b.cost + 1
        self.callees.append(callee)

    def root(self, n):
        """A function that main calls: its strands say what they see."""
        b = self.body("root_%d" % n, 70, True)
        self.fill(b, self.r.randrange(6, 16), 3)
        if self.r.random() < 0.8:
            b.sync()
        for v in b.visible():
            b.observe(v)
        for name, kind in self.reducers:
            b.sync()
            self.n_shown += 1
            b.emit("h = shown(%d, h, (unsigned long)(%s));" % (
                self.n_shown, loops.told(kind, "VIEW(%s)" % name)))
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
#include "fuzz.h"

#define SPAWN_TO(to, op, word, call) to op word call
#define UNUSED_LABEL(l) l: __attribute__((unused));

%s""" % (self.seed, head, body)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.stdout.write(Program(int(sys.argv[1])).text((sys.argv[2:] + ["keywords"])[0]))
