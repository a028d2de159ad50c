"""Random programs of spawns, syncs, loops, scopes, futures and promises: as C,
and as the dag of their strands, of which work and spans are counted by brute
force.

A program is a list of functions, a function a list of statements, each on a
line of its own.  All of them run in the serial order, so that a budget that
ends the recursion is the same in C and here, and so is which future lies in a
slot.
"""

import random

SLOTS = 4


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n_functions = self.random.randint(2, 5)
        self.budget = self.random.randint(5, 150)
        self.depth = self.random.randint(2, 7)
        self.has_futures = self.random.random() < 0.6
        self.functions = [self.block(self.random.randint(2, 7), 0)
                          for _ in range(self.n_functions)]
        # How a function is spawned: its argument in a register, or in a struct;
        # apart, where it has an array of variable length.
        self.is_struct = [self.random.random() < 0.3 for _ in self.functions]
        self.is_apart = [self.random.random() < 0.3 for _ in self.functions]
        self.main = self.block(self.random.randint(2, 5), 0)

    def block(self, n, nesting):
        return [self.statement(nesting) for _ in range(n)]

    def statement(self, nesting):
        kinds = ["spawn"] * 6 + ["call"] * 3 + ["sync"] * 2
        if nesting < 2:
            kinds += ["scope", "loop"]
        if self.has_futures:
            kinds += ["future"] * 3 + ["get"] * 3 + ["value", "promise", "set"]
        kind = self.random.choice(kinds)
        f = self.random.randrange(self.n_functions)
        slot = self.random.randrange(SLOTS)
        if kind in ("spawn", "call"):
            return (kind, f)
        if kind == "scope":
            return (kind, self.block(self.random.randint(1, 3), nesting + 1))
        if kind == "loop":
            # gets in a loop would be of what other iterations make
            return (kind, self.random.randint(0, 9), self.random.choice([0, 0, 1, 2, 3]),
                    [("spawn" if self.random.random() < 0.4 else "call", f)
                     for _ in range(self.random.randint(1, 2))])
        if kind == "future":
            return (kind, f, slot)
        return (kind, slot) if kind != "sync" else (kind,)


# Statements in C; {1} and so on are the statement's.
TEXT = {
    "spawn": "cilk_spawn {call};",
    "call": "(void){call};",
    "sync": "cilk_sync;",
    "scope": "cilk_scope {{",
    "loop": "cilk_for (int i = 0; i < {1}; i++) {{",
    "future": "slot[{2}] = cilk_future(100000) {call}, kind[{2}] = {kind};",
    "get": "get({1});",
    "value": "slot[{1}] = ucilk_future_from(void), "
             "ucilk_future_share(&slot[{1}], 100000), kind[{1}] = 1;",
    "promise": "promise = ucilk_promise_make(void, 100000);",
    "set": "set({1});",
}


class Text:
    """The program in C; lines[id of statement] is where it stands."""

    def __init__(self, program, number):
        self.p, self.number = program, number
        self.out, self.lines = [], {}

    def put(self, text):
        self.out.append(text)

    def name(self, f):
        return f"p{self.number}_f{f}"

    def call(self, f):
        return (f"{self.name(f)}((struct s){{0, d - 1, 0}})" if self.p.is_struct[f]
                else f"{self.name(f)}(d - 1)")

    def block(self, statements, first):
        for s in statements:
            self.lines[id(s)] = first + len(self.out)
            kind = s[0]
            if kind == "loop" and s[2]:
                self.put(f"_Pragma(\"cilk grainsize = {s[2]}\")")
                self.lines[id(s)] += 1
            is_call = kind in ("spawn", "call", "future")
            self.put(TEXT[kind].format(*s, call=is_call and self.call(s[1]),
                                       kind=is_call and 1 + self.p.is_struct[s[1]]))
            if kind in ("scope", "loop"):
                self.block(s[-1], first)
                self.put("}")

    def program(self, first):
        p = self.p
        for f in range(p.n_functions):
            self.put((f"static struct s {self.name(f)}(struct s a);" if p.is_struct[f]
                      else f"static int {self.name(f)}(int d);"))
        for f, body in enumerate(p.functions):
            if p.is_struct[f]:
                self.put(f"static struct s {self.name(f)}(struct s a)")
                self.put("{ int d = a.d;")
                end = "return a;"
            else:
                self.put(f"static int {self.name(f)}(int d)")
                self.put("{")
                end = "return d;"
            self.put(f"if (d <= 0 || budget-- <= 0) {end}")
            if p.is_apart[f]:
                self.put("char array[d + 1]; use(array);")
            self.block(body, first)
            self.put(end)
            self.put("}")
        self.put(f"static void p{self.number}(int d)")
        self.put("{")
        self.block(p.main, first)
        self.put("}")
        return self.out


PRELUDE = r"""
#include <ucilk/ucilk.h>
#include <stdlib.h>
#include <string.h>
struct s { double x; int d; double y; };
static long budget;
static ucilk_future_t slot[%d];
static int kind[%d];
static ucilk_promise_t promise;
__attribute__((noinline)) static void use(char *array)
{
    __asm__ volatile("" : : "r"(array) : "memory");
}
static void get(int i)
{
    if (kind[i] == 1) ucilk_future_get_part(slot[i], 0, 0, NULL);
    if (kind[i] == 2) (void)ucilk_future_get(struct s, slot[i]);
}
static void set(int i)
{
    if (promise.future.ref == 0) return;
    ucilk_promise_set(void, promise);
    slot[i] = ucilk_promise_future(promise), kind[i] = 1;
    memset(&promise, 0, sizeof promise);
}
""" % (SLOTS, SLOTS)


def source(programs):
    """One C file of all; the k-th runs by argument k.  Also the lines."""
    out = PRELUDE.split("\n")
    lines = []
    for number, program in enumerate(programs):
        text = Text(program, number)
        out += text.program(len(out) + 1)
        lines.append(text.lines)
    out += ["int main(int argc, char **argv)", "{", "switch (atoi(argv[argc - 1])) {"]
    out += [f"case {k}: budget = {p.budget}; p{k}({p.depth}); break;"
            for k, p in enumerate(programs)]
    return "\n".join(out + ["}", "return 0;", "}", ""]), lines


class Frame:
    def __init__(self):
        self.children, self.is_open, self.is_outermost = [], False, False


class Dag:
    """What a program does, strand by strand; spawns at the line `plain' are
    calls."""

    def __init__(self, program, lines, plain=None, burden=0):
        self.p, self.lines, self.plain, self.burden = program, lines, plain, burden
        self.ends = []  # of each strand, the longest path to its end
        self.next = [(None, 0)]  # what the running strand follows, and edges' cost
        self.inside = []  # lines of the children around it
        self.own, self.within, self.children, self.strands = {}, {}, {}, 0
        self.blocks = 0  # and children around it that are open
        self.futures, self.slots = [], [None] * SLOTS
        self.promise, self.budget = None, program.budget
        self.function(program.main, program.depth)
        self.end()
        self.work, self.span = len(self.ends), max(self.ends)

    def end(self):
        """The running strand ends: its number."""
        self.ends.append(1 + max((0 if s is None else self.ends[s]) + cost
                                 for s, cost in self.next))
        if self.inside:
            line = self.inside[-1]
            self.own[line] = self.own.get(line, 0) + 1
            for line in set(self.inside):
                self.within[line] = self.within.get(line, 0) + 1
        self.next = [(len(self.ends) - 1, 0)]
        return len(self.ends) - 1

    def open(self, frame):
        if not frame.is_open:
            frame.is_open, frame.is_outermost = True, self.blocks == 0
            self.blocks += 1

    def sync(self, frame, ends):
        if not frame.is_open:
            return
        self.end()
        self.next += [(child, 0) for child in frame.children]
        if ends and frame.is_outermost:
            self.next += [(f, 0) for f in self.futures]
        frame.children, frame.is_open = [], False
        self.blocks -= 1

    def child(self, frame, line, run):
        at = self.end()
        self.open(frame)
        self.inside.append(line)
        self.blocks += 1
        run()
        end = self.end()
        self.blocks -= 1
        self.inside.pop()
        self.next = [(end, 0)] if line == self.plain else [(at, self.burden)]
        return end

    def count(self, line):
        self.children[line] = self.children.get(line, 0) + 1

    def call(self, f, depth):
        if depth <= 0:
            return
        self.budget -= 1
        if self.budget < 0:
            return
        self.function(self.p.functions[f], depth)

    def function(self, statements, depth):
        frame = Frame()
        self.run(statements, depth, frame)
        self.sync(frame, True)

    def divide(self, s, first, n, grain, depth):
        frame, line = Frame(), self.lines[id(s)]
        while n > grain:
            left = (n + grain - 1) // grain // 2 * grain
            frame.children.append(self.child(
                frame, line,
                lambda: self.divide(s, first, left, grain, depth)))
            first, n = first + left, n - left
        self.count(line)
        for _ in range(n):
            self.function(s[3], depth)
        self.sync(frame, False)

    def run(self, statements, depth, frame):
        for s in statements:
            kind, line = s[0], self.lines[id(s)]
            if kind == "call":
                self.call(s[1], depth - 1)
            elif kind == "spawn":
                self.count(line)
                frame.children.append(self.child(
                    frame, line, lambda: self.call(s[1], depth - 1)))
            elif kind == "sync":
                self.sync(frame, False)
            elif kind == "scope":
                self.function(s[1], depth)
            elif kind == "loop" and s[1] > 0:
                self.inside.append(line)
                self.blocks += 1
                self.divide(s, 0, s[1], max(s[2], 1), depth)
                self.blocks -= 1
                self.inside.pop()
            elif kind == "future":
                self.count(line)
                end = self.child(frame, line, lambda: self.call(s[1], depth - 1))
                self.futures.append(end)
                self.slots[s[2]] = end
            elif kind == "get" and self.slots[s[1]] is not None:
                self.end()
                self.next.append((self.slots[s[1]], 0))
            elif kind == "value":
                self.slots[s[1]] = self.end()
            elif kind == "promise":
                self.promise = True
            elif kind == "set" and self.promise:
                self.slots[s[1]] = self.end()
                self.promise = None
