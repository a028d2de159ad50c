#!/usr/bin/env python3
"""corpus.py BUILD [--by CC,...] [FILE...]: the compiler's own messages, of these
FILEs of corpus/.  --by takes other compilers than gcc and clang.

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
import argparse
import collections
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, HERE, TOOL, check, end, execute  # noqa: E402

# Flags whose column gcc finds in the user's source, not in its output of -E.
COLUMNS = {"gcc": ("-Wformat=", "-Wformat-security",
                   "-Wdeprecated-declarations"), "clang": ()}
MESSAGE = re.compile(
    r"^([^\s:][^:]*):(\d+):(\d+): (?:fatal )?(warning|error): (.*)$")
FLAG = re.compile(r"\[(-[^\]]*)\]$")


def messages(command, columns=()):
    found = collections.Counter()
    for m in filter(None, map(MESSAGE.match, execute(command).stderr.splitlines())):
        flag = FLAG.search(m[5])
        column = 0 if flag and flag[1].startswith(columns or "none") else int(m[3])
        # The text of an error without a flag is its name.
        found[m[1], int(m[2]), column, m[4], flag[1] if flag else m[5][:24]] += 1
    return found


def compare(path, compiler):
    """Checks a program by a compiler; returns how many messages it has."""
    text = path.read_text()
    kind = "clang" if "clang" in os.path.basename(compiler) else "gcc"
    flags = ["-Wall", "-Wextra", "-c", path, "-o", os.devnull]
    for m in re.finditer(rf"/\* (?:flags|{kind}): (.*?) \*/", text):
        flags += m[1].split()
    lost = {(n, m[1]) for n, line in enumerate(text.splitlines(), 1)
            for m in re.finditer(r"/\* lost: (\S+) \*/", line)}
    plain = messages([compiler, "-I", BUILD / "include", "-DUCILK_SERIAL", *flags], COLUMNS[kind])
    tool = messages([TOOL, "--ucilk-cc=" + compiler, "-Wno-ucilk", *flags], COLUMNS[kind])
    missing = {(m[1], m[4]): m for m in plain - tool}
    faults = ["is missing: %s:%d:%d: %s %s" % m for key, m in missing.items() if key not in lost]
    faults += ["is not the compiler's: %s:%d:%d: %s %s" % m for m in tool - plain]
    faults += [f"is not lost: line {line} {flag}" for line, flag in lost - missing.keys()]
    n = sum(plain.values())
    if n == 0 and "/* silent */" not in text:
        faults.append("has no messages at all")
    check(f"{path.name}, {compiler}: {n} messages", not faults, *faults)
    return n


parser = argparse.ArgumentParser()
parser.add_argument("build")
parser.add_argument("--by", default="gcc,clang")
parser.add_argument("files", nargs="*")
options = parser.parse_intermixed_args()
os.environ["LC_ALL"] = "C"
paths = [HERE / "corpus" / name for name in options.files] or sorted(HERE.glob("corpus/*.c"))
total = sum(compare(path, compiler) for path in paths for compiler in options.by.split(","))
print(f"{total} messages compared")
end()
