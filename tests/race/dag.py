"""Random programs whose tasks read and write some bytes: as C, and the pairs of
their lines that race, by comparing each two accesses.

The bytes are global ones, and a local variable of each call: `own', to which what
it calls and spawns has the pointer `up'."""

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
        self.has_frames = self.random.randrange(2)
        self.is_main = False
        self.functions = [self.block(self.random.randint(2, 6), 0)
                          for _ in range(self.n_functions)]
        self.is_main = True
        self.main = self.block(self.random.randint(2, 5), 0)

    def block(self, n, nesting):
        return [self.statement(nesting) for _ in range(n)]

    def statement(self, nesting):
        kinds = ["spawn"] * 4 + ["call"] * 2 + ["sync"] * 3 + ["read"] * 3 + ["write"]
        if self.has_frames:
            kinds += ["read"] * 3 + ["write"] * 2 + ["result"]
        if nesting < 2:
            kinds += ["scope", "loop", "future", "again"]
            if self.has_locks:
                kinds += ["lock"] * 3
        if self.has_events:
            kinds += ["make"] * 2 + ["take"] * 3 + ["set", "take_set"]
        kind = self.random.choice(kinds)
        if kind in ("spawn", "call", "result"):
            return [kind, self.random.randrange(self.n_functions)]
        if kind in ("read", "write"):
            # Few bytes are written, or each program races.
            if self.has_frames and self.random.randrange(2):
                return [kind, "own" if self.is_main else self.random.choice(("own", "up"))]
            return [kind, self.random.randrange(BYTES)]
        if kind in ("scope", "again"):
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
                s for s in self.block(2, 2) if s[0] not in ("spawn", "result", "sync")]]
        if kind == "future":
            return [kind, self.random.randrange(self.n_functions),
                    self.block(self.random.randint(1, 3), nesting + 1)]
        return [kind]


# Statements in C, and the end of those that have a block: {1} and so on are the statement's.
TEXT = {
    "spawn": ("cilk_spawn {p}{1}(d - 1, &own);",),
    "result": ("own = cilk_spawn {p}{1}(d - 1, &own);",),
    "call": ("{p}{1}(d - 1, &own);",),
    "sync": ("cilk_sync;",),
    "read": ("seen = {v};",),
    "write": ("{v} = 1;",),
    "make": ("{{ ucilk_future_t x = cilk_future(%d) {p}{2}(d - 1, &own); keep({1}, x); }}"
             % CONSUMERS,),
    **{kind: (kind + "({1});",) for kind in ("take", "set", "take_set")},
    "scope": ("cilk_scope {{", "}}"),
    "again": ("for (int k = 0; k < 2; k++) {{", "}}"),
    "lock": ("pthread_mutex_lock(&locks[{1}]);", "pthread_mutex_unlock(&locks[{1}]);"),
    "lock of C11": ("mtx_lock(&of_c11);", "mtx_unlock(&of_c11);"),
    "loop": ("cilk_for (int i = 0; i < {1}; i++) {{ int seen = 0; (void)seen;", "}}"),
    "future": ("{{ ucilk_future_t x = cilk_future {p}{1}(d - 1, &own);",
               "(void)ucilk_future_get(int, x); }}"),
}


def text_of(program, number, first):
    """The program in C from line `first' on; the line of each access."""
    out, lines = [], {}

    def put(text):
        out.append(text)

    def block(statements):
        for s in statements:
            lines[id(s)] = first + len(out)
            begin, *ends = TEXT["lock of C11" if s[0] == "lock" and s[1] == 2 else s[0]]
            v = {"own": "own", "up": "*up"}.get(s[1], f"v[{s[1]}]") if "{v}" in begin else None
            put(begin.format(*s, p=f"p{number}_f", v=v))
            for end in ends:
                block(s[-1])
                put(end.format(*s))

    for f in range(program.n_functions):
        put(f"static int p{number}_f{f}(int d, volatile char *up);")
    for f, body in enumerate(program.functions):
        put(f"static int p{number}_f{f}(int d, volatile char *up)")
        put("{ int seen = 0; volatile char own = 0; (void)up;")
        put("if (d <= 0 || is_over()) return 0;")
        put("use();")
        block(body)
        put("return seen; }")
    put(f"static int p{number}(int d)")
    put("{ int seen = 0; volatile char own = 0;")
    block(program.main)
    put("return seen; }")
    return out, lines


class Call:
    """Of a function: its variable and its caller's, each with the function's number."""

    def __init__(self, f, up):
        self.own, self.up = ("own", f, self), up


class Family(list):
    """The children of a frame since its last sync, each by what comes before its end,
    and the result that is put in then.  It is open from the first spawn or future to
    the sync or the frame's end, and lingers behind a sync of the outermost frame."""
    is_open = lingers = False


def races_of(program, lines):
    """The pairs of lines that race, and those of each byte.  Each access knows all
    that come before it, as bits."""
    accesses = []
    budget = [program.budget]
    made, left, promised, held = {}, {}, {}, set()
    n_open = 0   # families and loops
    futures = 0  # what comes before the ends of all
    last_result, last_spawner = None, None

    def access(call, byte, line, writes, before, is_result=False):
        """By a task, or as a result is put in."""
        byte = {"own": call.own, "up": call.up}.get(byte, (byte,))
        # The tool takes a write for the variable's declaration.
        is_declared = writes and not is_result and byte == call.own and \
            last_result is not None and last_spawner is call and line <= accesses[last_result][1]
        declared = last_result if is_declared else None
        accesses.append((byte, line, writes, before, set(held), is_result, declared))
        return before | 1 << (len(accesses) - 1)

    def run(f, d, before, caller):
        if d <= 0 or budget[0] <= 0:
            return before
        budget[0] -= 1
        return function(program.functions[f], d, before, Call(f, caller.own))

    def function(body, d, before, call):
        children = Family()
        before = block(body, d, before, children, call)
        before = join(before, children)
        # The outermost frame waits for all futures, also behind a sync.
        return before | futures if children.lingers and n_open == 0 else before

    def begin(children):
        nonlocal n_open
        n_open += not children.is_open
        children.is_open = True

    def join(before, children):
        nonlocal n_open
        n_open -= children.is_open
        children.lingers |= children.is_open and n_open == 0
        children.is_open = False
        for child, _ in children:
            before |= child
        children.clear()
        return before

    def future(f, d, before, children, call):
        nonlocal futures
        begin(children)
        end = run(f, d, before, call)
        futures |= end
        return end

    def iteration(body, d, before, call):
        inner = Call(None, call.up)
        inner.own = call.own
        return function(body, d, before, inner)

    def block(statements, d, before, children, call):
        nonlocal n_open, last_result, last_spawner
        for s in statements:
            kind = s[0]
            if kind in ("spawn", "result"):
                begin(children)
            if kind == "spawn":
                children.append((run(s[1], d - 1, before, call), 0))
                last_spawner = call
            elif kind == "result":
                end = run(s[1], d - 1, before, call)
                for _, result in children:
                    end |= result
                end = access(call, "own", lines[id(s)], True, end, True)
                last_result, last_spawner = len(accesses) - 1, call
                children.append((end, 1 << last_result))
            elif kind == "call":
                before = run(s[1], d - 1, before, call)
            elif kind == "sync":
                before = join(before, children)
            elif kind in ("read", "write"):
                before = access(call, s[1], lines[id(s)], kind == "write", before)
            elif kind == "lock":
                held.add(s[1])
                before = block(s[2], d, before, children, call)
                held.remove(s[1])
            elif kind == "again":
                for _ in range(2):
                    before = block(s[1], d, before, children, call)
            elif kind == "make":
                end = future(s[2], d - 1, before, children, call)
                made[s[1]], left[s[1]] = end, CONSUMERS
            elif kind == "take" and left.get(s[1], 0) > 0:
                left[s[1]] -= 1
                before |= made[s[1]]
            elif kind == "set":
                promised.setdefault(s[1], [before, CONSUMERS])
            elif kind == "take_set" and s[1] in promised and promised[s[1]][1] > 0:
                promised[s[1]][1] -= 1
                before |= promised[s[1]][0]
            elif kind == "scope":
                before = function(s[1], d, before, call)
            elif kind == "loop":
                n_open += 1
                ends = [iteration(s[2], d, before, call) for _ in range(s[1])]
                n_open -= 1
                for end in ends:
                    before |= end
            elif kind == "future":
                end = future(s[1], d - 1, before, children, call)
                before = block(s[2], d, before, children, call) | end
        return before

    function(program.main, program.depth, 0, Call("main", None))
    pairs, of_bytes = set(), {}
    for j, (byte, line, writes, before, locks, _, declared) in enumerate(accesses):
        for i in range(j):
            other = accesses[i]
            if other[0] != byte or not (writes or other[2]) or before >> i & 1 or \
                    locks & other[4]:
                continue
            if declared is not None and other[5] and \
                    (i == declared or accesses[declared][3] >> i & 1):
                continue
            pair = tuple(sorted((line, other[1])))
            pairs.add(pair)
            of_bytes.setdefault(byte[:2], set()).add(pair)
    return pairs, list(of_bytes.values())


PRELUDE = f"""#include <pthread.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>
#include <threads.h>
#include <ucilk/futures.h>
static int budget;
static volatile char v[8]; /* so that each access is one of the compiled code */
/* The serial order decides which call finds the budget used up: no race. */
#define ALONE __attribute__((no_sanitize("thread"))) static
ALONE int is_over(void) {{ return budget <= 0; }}
ALONE void use(void) {{ budget--; }}
static pthread_mutex_t locks[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};
static mtx_t of_c11;
__attribute__((constructor)) ALONE void start(void) {{ mtx_init(&of_c11, mtx_plain); }}
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
