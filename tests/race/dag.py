"""Random programs whose tasks read and write some bytes: as C, and the pairs of
their lines that race, by comparing each two accesses."""

import random

BYTES = 6


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n_functions = self.random.randint(1, 4)
        self.budget = self.random.randint(3, 40)
        self.depth = self.random.randint(1, 4)
        self.functions = [self.block(self.random.randint(2, 6), 0)
                          for _ in range(self.n_functions)]
        self.main = self.block(self.random.randint(2, 5), 0)

    def block(self, n, nesting):
        return [self.statement(nesting) for _ in range(n)]

    def statement(self, nesting):
        kinds = ["spawn"] * 4 + ["call"] * 2 + ["sync"] * 3 + ["read"] * 3 + ["write"]
        if nesting < 2:
            kinds += ["scope", "loop", "future"]
        kind = self.random.choice(kinds)
        if kind in ("spawn", "call"):
            return [kind, self.random.randrange(self.n_functions)]
        if kind in ("read", "write"):
            # Few bytes are written, or each program races.
            return [kind, self.random.randrange(BYTES)]
        if kind == "scope":
            return [kind, self.block(self.random.randint(1, 3), nesting + 1)]
        if kind == "loop":
            return [kind, self.random.randint(0, 4), [
                s for s in self.block(2, 2) if s[0] not in ("spawn", "sync")]]
        if kind == "future":
            return [kind, self.random.randrange(self.n_functions),
                    self.block(self.random.randint(1, 3), nesting + 1)]
        return [kind]


def text_of(program, number, first):
    """The program in C from line `first' on; the line of each access."""
    out, lines = [], {}

    def put(text):
        out.append(text)

    def block(statements):
        for s in statements:
            lines[id(s)] = first + len(out)
            kind = s[0]
            if kind == "spawn":
                put(f"cilk_spawn p{number}_f{s[1]}(d - 1);")
            elif kind == "call":
                put(f"p{number}_f{s[1]}(d - 1);")
            elif kind == "sync":
                put("cilk_sync;")
            elif kind == "read":
                put(f"seen = v[{s[1]}];")
            elif kind == "write":
                put(f"v[{s[1]}] = 1;")
            elif kind == "scope":
                put("cilk_scope {")
                block(s[1])
                put("}")
            elif kind == "loop":
                put(f"cilk_for (int i = 0; i < {s[1]}; i++) {{ int seen = 0; (void)seen;")
                block(s[2])
                put("}")
            elif kind == "future":
                put(f"{{ ucilk_future_t x = cilk_future p{number}_f{s[1]}(d - 1);")
                block(s[2])
                put("(void)ucilk_future_get(int, x); }")

    for f in range(program.n_functions):
        put(f"static int p{number}_f{f}(int d);")
    for f, body in enumerate(program.functions):
        put(f"static int p{number}_f{f}(int d)")
        put("{ int seen = 0;")
        put("if (d <= 0 || is_over()) return 0;")
        put("use();")
        block(body)
        put("return seen; }")
    put(f"static int p{number}(int d)")
    put("{ int seen = 0;")
    block(program.main)
    put("return seen; }")
    return out, lines


def races_of(program, lines):
    """The pairs of lines that race, and the bytes.  Each access knows all that
    come before it, as bits."""
    accesses = []
    budget = [program.budget]

    def call(f, d, before):
        if d <= 0 or budget[0] <= 0:
            return before
        budget[0] -= 1
        return function(program.functions[f], d, before)

    def function(body, d, before):
        children = []
        before = block(body, d, before, children)
        return join(before, children)

    def join(before, children):
        for child in children:
            before |= child
        children.clear()
        return before

    def block(statements, d, before, children):
        for s in statements:
            kind = s[0]
            if kind == "spawn":
                children.append(call(s[1], d - 1, before))
            elif kind == "call":
                before = call(s[1], d - 1, before)
            elif kind == "sync":
                before = join(before, children)
            elif kind in ("read", "write"):
                accesses.append((s[1], lines[id(s)], kind == "write", before))
                before |= 1 << (len(accesses) - 1)
            elif kind == "scope":
                before = function(s[1], d, before)
            elif kind == "loop":
                ends = [function(s[2], d, before) for _ in range(s[1])]
                before = join(before, ends)
            elif kind == "future":
                end = call(s[1], d - 1, before)
                before = block(s[2], d, before, children) | end
        return before

    function(program.main, program.depth, 0)
    pairs, racing = set(), set()
    for j, (byte, line, writes, before) in enumerate(accesses):
        for i in range(j):
            other = accesses[i]
            if other[0] == byte and (writes or other[2]) and not before >> i & 1:
                pairs.add(tuple(sorted((line, other[1]))))
                racing.add(byte)
    return pairs, racing


PRELUDE = """#include <stdlib.h>
#include <ucilk/ucilk.h>
#include <ucilk/futures.h>
static int budget;
static volatile char v[8]; /* so that each access is one of the compiled code */
/* The serial order decides which call finds the budget used up: no race. */
__attribute__((no_sanitize("thread"))) static int is_over(void) { return budget <= 0; }
__attribute__((no_sanitize("thread"))) static void use(void) { budget--; }
"""


def whole(programs):
    """One source, whose program runs the one that argv[1] names; lines of each."""
    out = PRELUDE.splitlines()
    all_lines = []
    for number, p in enumerate(programs):
        text, lines = text_of(p, number, len(out) + 1)
        out += text
        all_lines.append(lines)
    out.append("int main(int argc, char **argv) { switch (atoi(argv[1])) {")
    for number, p in enumerate(programs):
        out.append(f"case {number}: budget = {p.budget}; p{number}({p.depth}); break;")
    out.append("} return argc != 2; }")
    return "\n".join(out) + "\n", all_lines
