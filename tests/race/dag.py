"""Random programs whose tasks read and write some bytes: as C, and the pairs of
their lines that race, by comparing each two accesses."""

import random

BYTES = 6
HANDLES = 3  # of futures that any task may get, and as many of promises
CONSUMERS = 40


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n_functions = self.random.randint(1, 4)
        self.budget = self.random.randint(3, 40)
        self.depth = self.random.randint(1, 4)
        self.has_events = self.random.randrange(2)
        self.has_locks = self.random.randrange(2)
        self.functions = [self.block(self.random.randint(2, 6), 0)
                          for _ in range(self.n_functions)]
        self.main = self.block(self.random.randint(2, 5), 0)

    def block(self, n, nesting):
        return [self.statement(nesting) for _ in range(n)]

    def statement(self, nesting):
        kinds = ["spawn"] * 4 + ["call"] * 2 + ["sync"] * 3 + ["read"] * 3 + ["write"]
        if nesting < 2:
            kinds += ["scope", "loop", "future"]
            if self.has_locks:
                kinds += ["lock"] * 3
        if self.has_events:
            kinds += ["make"] * 2 + ["take"] * 3 + ["set", "take_set"]
        kind = self.random.choice(kinds)
        if kind in ("spawn", "call"):
            return [kind, self.random.randrange(self.n_functions)]
        if kind in ("read", "write"):
            # Few bytes are written, or each program races.
            return [kind, self.random.randrange(BYTES)]
        if kind == "scope":
            return [kind, self.block(self.random.randint(1, 3), nesting + 1)]
        if kind == "lock":
            return [kind, self.random.randrange(3), [
                s for s in self.block(3, 2) if s[0] in ("read", "write")]]
        if kind == "make":
            return [kind, self.random.randrange(HANDLES),
                    self.random.randrange(self.n_functions)]
        if kind in ("take", "set", "take_set"):
            return [kind, self.random.randrange(HANDLES)]
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
            elif kind == "lock":
                put(f"pthread_mutex_lock(&locks[{s[1]}]);")
                block(s[2])
                put(f"pthread_mutex_unlock(&locks[{s[1]}]);")
            elif kind == "make":
                put(f"{{ ucilk_future_t x = cilk_future({CONSUMERS}) "
                    f"p{number}_f{s[2]}(d - 1); keep({s[1]}, x); }}")
            elif kind in ("take", "set", "take_set"):
                put(f"{kind}({s[1]});")
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
    come before it, as bits.

    A frame is open from its first spawn or future to its sync or end.  The end of
    the outermost one, outside of all tasks, waits for all futures, also behind a
    sync."""
    accesses = []
    budget = [program.budget]
    made, left, promised, held = {}, {}, {}, set()
    n_open = n_tasks = futures = 0

    class Frame:
        def __init__(self):
            self.children, self.is_open, self.lingers = 0, False, False

        def open(self):
            nonlocal n_open
            n_open += not self.is_open
            self.is_open = True

        def join(self, before):
            nonlocal n_open
            n_open -= self.is_open
            before |= self.children
            self.lingers |= self.is_open and n_open == n_tasks == 0
            self.children, self.is_open = 0, False
            return before

        def end(self, before):
            before = self.join(before)
            return before | futures if self.lingers and n_open == n_tasks == 0 else before

    def call(f, d, before):
        if d <= 0 or budget[0] <= 0:
            return before
        budget[0] -= 1
        return function(program.functions[f], d, before)

    def task(f, d, before, frame):
        nonlocal n_tasks
        frame.open()
        n_tasks += 1
        end = call(f, d - 1, before)
        n_tasks -= 1
        return end

    def future(f, d, before, frame):
        nonlocal futures
        end = task(f, d, before, frame)
        futures |= end
        return end

    def function(body, d, before):
        frame = Frame()
        return frame.end(block(body, d, before, frame))

    def loop(s, d, before):
        nonlocal n_open
        n_open += 1
        after = before
        for _ in range(s[1]):
            after |= function(s[2], d, before)
        n_open -= 1
        return after

    def block(statements, d, before, frame):
        for s in statements:
            kind = s[0]
            if kind == "spawn":
                frame.children |= task(s[1], d, before, frame)
            elif kind == "call":
                before = call(s[1], d - 1, before)
            elif kind == "sync":
                before = frame.join(before)
            elif kind in ("read", "write"):
                accesses.append((s[1], lines[id(s)], kind == "write", before, set(held)))
                before |= 1 << (len(accesses) - 1)
            elif kind == "lock":
                held.add(s[1])
                before = block(s[2], d, before, frame)
                held.remove(s[1])
            elif kind == "make":
                made[s[1]], left[s[1]] = future(s[2], d, before, frame), CONSUMERS
            elif kind == "take" and left.get(s[1], 0) > 0:
                left[s[1]] -= 1
                before |= made[s[1]]
            elif kind == "set":
                promised.setdefault(s[1], [before, CONSUMERS])
            elif kind == "take_set" and s[1] in promised and promised[s[1]][1] > 0:
                promised[s[1]][1] -= 1
                before |= promised[s[1]][0]
            elif kind == "scope":
                before = function(s[1], d, before)
            elif kind == "loop":
                before = loop(s, d, before)
            elif kind == "future":
                end = future(s[1], d, before, frame)
                before = block(s[2], d, before, frame) | end
        return before

    function(program.main, program.depth, 0)
    pairs, racing = set(), set()
    for j, (byte, line, writes, before, locks) in enumerate(accesses):
        for i in range(j):
            other = accesses[i]
            if other[0] == byte and (writes or other[2]) and not before >> i & 1 and \
                    not locks & other[4]:
                pairs.add(tuple(sorted((line, other[1]))))
                racing.add(byte)
    return pairs, racing


PRELUDE = f"""#include <pthread.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>
#include <ucilk/futures.h>
static int budget;
static volatile char v[8]; /* so that each access is one of the compiled code */
/* The serial order decides which call finds the budget used up: no race. */
#define ALONE __attribute__((no_sanitize("thread"))) static
ALONE int is_over(void) {{ return budget <= 0; }}
ALONE void use(void) {{ budget--; }}
static pthread_mutex_t locks[3] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER}};
static ucilk_future_t made[{HANDLES}];
static ucilk_promise_t promised[{HANDLES}];
static int left[{HANDLES}], left_set[{HANDLES}], is_set[{HANDLES}];
ALONE void keep(int k, ucilk_future_t x) {{ made[k] = x; left[k] = {CONSUMERS}; }}
ALONE void take(int k) {{ if (left[k] > 0) {{ left[k]--; (void)ucilk_future_get(int, made[k]); }} }}
ALONE void set(int k) {{ if (!is_set[k]) {{ is_set[k] = 1; ucilk_promise_set(int, promised[k], 1); }} }}
ALONE void take_set(int k)
{{ if (is_set[k] && left_set[k] > 0) {{ left_set[k]--; (void)ucilk_future_get(int, ucilk_promise_future(promised[k])); }} }}
ALONE void promise(void)
{{ for (int k = 0; k < {HANDLES}; k++) {{ left_set[k] = {CONSUMERS}; 
  promised[k] = ucilk_promise_make(int, {CONSUMERS}); }} }}
"""


def whole(programs):
    """One source, whose program runs the one that argv[1] names; lines of each."""
    out = PRELUDE.splitlines()
    all_lines = []
    for number, p in enumerate(programs):
        text, lines = text_of(p, number, len(out) + 1)
        out += text
        all_lines.append(lines)
    out.append("int main(int argc, char **argv) { promise(); switch (atoi(argv[1])) {")
    for number, p in enumerate(programs):
        out.append(f"case {number}: budget = {p.budget}; p{number}({p.depth}); break;")
    out.append("} return argc != 2; }")
    return "\n".join(out) + "\n", all_lines
