#!/usr/bin/env python3
"""cost.py: what ucilkcc costs over and above the compiler.

Measures the CPU time of ucilkcc over a compiler that preprocesses and then
compiles nothing, less that of `gcc -E' alone, and the tool's peak memory.
The limit of the time is 4 times the figure in docs/performance.md, that of the
memory is the figure itself.
"""
import os
import shutil
import sys
import tempfile

HEADERS = """assert ctype errno fcntl inttypes limits locale math pthread setjmp
signal stdarg stdatomic stdbool stddef stdint stdio stdlib string sys/stat
sys/types time unistd wchar""".split()

SPAWNS = """static long f%(i)d(long n)
{
    if (n < 2)
        return n;
    long x = spawn f%(i)d(n - 1);
    long y = f%(i)d(n - 2);
    sync;
    return x + y;
}
"""
PLAIN = """/* function %(i)d */
static int g%(i)d(const char *s, int n)
{
    int sum = 0;
    for (int i = 0; i < n && s[i] != 0; i++) {
        switch (s[i] & 3) {
        case 0:
            sum += s[i] * %(i)d;
            /* fall through */
        case 1:
            sum ^= 0x%(i)x;
            break;
        default:
            sum = (int)strlen(s) + isalpha(s[i]);
        }
    }
    return sum;
}
"""


def program(lines, every):
    """Of about so many lines; every so many functions one spawns."""
    text = ["#include <ucilk/ucilk.h>\n"]
    text += [f"#include <{header}.h>\n" for header in HEADERS]
    n, i = len(text), 0
    while n < lines:
        function = (SPAWNS if i % every == 0 else PLAIN) % {"i": i}
        text.append(function)
        n += function.count("\n")
        i += 1
    return "".join(text)


def cost(command):
    """The CPU seconds and the peak memory in MB of a command's processes."""
    _, status, used = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
    if status:
        sys.exit(f"{command}: status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def best(command, n):
    runs = [cost(command) for _ in range(n)]
    return min(seconds for seconds, _ in runs), max(mb for _, mb in runs)


def main():
    failed = False
    include = os.path.dirname(os.path.dirname(shutil.which("ucilkcc"))) + "/include"
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        with open("only-e", "w") as script:
            script.write('#!/bin/sh\ncase " $* " in\n'
                         '*" -E "*) exec gcc "$@";;\nesac\n')
        os.chmod("only-e", 0o755)
        for lines, every, seconds, runs in ((1000, 10, 0.05, 5),
                                            (375000, 100, 1.5, 3)):
            with open("p.c", "w") as source:
                source.write(program(lines, every))
            plain, _ = best(["gcc", "-E", "-DUCILK_COMPILER", "-I" + include,
                             "p.c", "-o", "p.i"], runs)
            whole, mb = best(["ucilkcc", "--ucilk-cc=./only-e", "-c", "p.c"],
                             runs)
            own = whole - plain
            print(f"{lines} lines: {own:.3f} s of CPU over gcc -E's "
                  f"{plain:.3f} s, {mb:.0f} MB")
            failed |= own > 4 * seconds or mb > 400
    return failed


if __name__ == "__main__":
    sys.exit(main())
