#!/usr/bin/env python3
"""tests/tool/corpus.py BUILD_DIR [--by CC,...] [FILE...]: the compiler's own
messages.  --by takes other compilers than gcc and clang.

Each program of corpus/ is compiled by gcc and by clang as its serial elision,
and by ucilkcc over the same compiler: the messages must be the same, each as
often, at the same file, line and column, with the same flag.  A program says
in comments which flags it wants:

    /* flags: -Wconversion */           of both compilers
    /* gcc: -O2 */  /* clang: -Wall */  of one
    /* lost: -Wunused-variable */       on a line: the message is known to be
                                        lost there

If a message that is marked as lost does come, that is a failure, too.  docs/ucilkcc.md
lists which messages are lost and why; COLUMNS is one of these lists.
"""
import collections
import glob
import os
import re
import subprocess
import sys

# Flags whose column gcc finds in the user's source, not in its output of -E.
COLUMNS = {"gcc": ("-Wformat=", "-Wformat-security",
                   "-Wdeprecated-declarations"), "clang": ()}

HERE = os.path.dirname(os.path.abspath(__file__))
MESSAGE = re.compile(
    r"^([^\s:][^:]*):(\d+):(\d+): (?:fatal )?(warning|error): (.*)$")
FLAG = re.compile(r"\[(-[^\]]*)\]$")


def messages(command, columns=()):
    run = subprocess.run(command, capture_output=True, text=True, timeout=60,
                         env=dict(os.environ, LC_ALL="C"))
    found = collections.Counter()
    for line in run.stderr.splitlines():
        m = MESSAGE.match(line)
        if m:
            flag = FLAG.search(m[5])
            column = int(m[3])
            if flag and flag[1].startswith(columns or "none"):
                column = 0
            # The text of an error without a flag is its name.
            found[(m[1], int(m[2]), column, m[4],
                   flag[1] if flag else m[5][:24])] += 1
    return found, run.stderr


def check(build, path, compiler):
    text = open(path).read()
    kind = "clang" if "clang" in os.path.basename(compiler) else "gcc"
    words = lambda name: [
        w for m in re.finditer(r"/\* %s: (.*?) \*/" % name, text)
        for w in m[1].split()]
    flags = ["-Wall", "-Wextra", "-c", path, "-o", os.devnull]
    flags += words("flags") + words(kind)
    lost = {(n, m[1]) for n, line in enumerate(text.splitlines(), 1)
            for m in re.finditer(r"/\* lost: (\S+) \*/", line)}
    plain, _ = messages([compiler, "-I", build + "/include", "-DUCILK_SERIAL"]
                        + flags, COLUMNS[kind])
    tool, said = messages([build + "/bin/ucilkcc", "--ucilk-cc=" + compiler,
                           "-Wno-ucilk"] + flags, COLUMNS[kind])
    missing, extra = plain - tool, tool - plain
    faults = []
    for m in missing:
        if (m[1], m[4]) not in lost:
            faults.append("is missing: %s:%d:%d: %s %s" % m)
    for m in extra:
        faults.append("is not the compiler's: %s:%d:%d: %s %s" % m)
    for line, flag in lost:
        if not any(m[1] == line and m[4] == flag for m in missing):
            faults.append("is not lost: line %d %s" % (line, flag))
    return sum(plain.values()), faults, said


def main():
    build = os.path.abspath(sys.argv[1])
    arguments = sys.argv[2:]
    compilers = ["gcc", "clang"]
    if arguments[:1] == ["--by"]:
        compilers = arguments[1].split(",")
        arguments = arguments[2:]
    paths = arguments or sorted(glob.glob(HERE + "/corpus/*.c"))
    failed, total = 0, 0
    for path in paths:
        for compiler in compilers:
            n, faults, said = check(build, path, compiler)
            total += n
            name = "%s, %s" % (os.path.basename(path), compiler)
            if n == 0 and "/* silent */" not in open(path).read():
                faults.append("has no messages at all")
            print("%-5s %s: %d messages" %
                  ("FAIL" if faults else "ok", name, n))
            for fault in faults:
                print("      | " + fault)
            failed += bool(faults)
    print("%d messages compared" % total)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
