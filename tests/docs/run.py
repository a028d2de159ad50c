#!/usr/bin/env python3
"""run.py BUILD [--once|--full] [FILE...]: the programs and commands in the documents work.

BUILD is a build tree or the prefix of an installation.  --once checks only programs
and commands, with gcc alone, and runs each program once.

Of each ```c block in docs/*.md and README.md:

  with a main     is a whole program.  In keywords it is compiled by ucilkcc
                  over gcc or clang, in macros by gcc or clang, every other
                  day by the other, with --full by both; it prints what its
                  serial elision prints, on 1, 2 and 4 workers and with forced
                  steals, without a warning.  A ```text block right behind it
                  must be that output.
                  A program with <ucilk/random.h> is compiled with pedigrees.
  <!-- unit -->   before it: compiles.
  <!-- sketch --> before it: is not checked.
  any other       is an error in the document.

<!-- file: NAME --> before a block of any kind makes it a file, <!-- files of
DOCUMENT --> takes those of another document; an indented or
```sh block behind <!-- commands --> is run where the document's files are, and
prints the ```text block behind it, if there is one.  There `...' stands for
anything within a line, and as a line of its own for any number of lines.  A
```text block with a comment before it is compared with nothing.

A table behind <!-- refused in TEMPLATE --> has a piece of code in its first
column and what ucilkcc says of it in its second; one behind <!-- warned in
TEMPLATE --> the same for warnings.  TEMPLATE may end with `for clusters'.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../.."))
BUILD = os.path.abspath(sys.argv[1])
UCILKCC = BUILD + "/bin/ucilkcc"
STRICT = ["-Wall", "-Wextra", "-Werror"]
ONCE, FULL = "--once" in sys.argv, "--full" in sys.argv
turns = itertools.count(int(time.time()) // 86400)
RUNS = [("2", "")] if ONCE else \
    [("1", ""), ("2", ""), ("4", ""), ("2", "always"), ("4", "always")]
n_failed = n_checked = 0

# Where the rows of a table are put, for @.
TEMPLATES = {
    "a function": """
#include <alloca.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>
#include <unistd.h>
void p(void *), v(long n);
long f(long n), h(struct s *), vararg(long n, ...);
struct bits { unsigned low : 3; } b;
long a[9];
typedef float vector __attribute__((vector_size(16)));
float ff(void);
_Thread_local long t;
void relay(long *q)
{
    spawn p(q);
}
long g(long n, vector four, va_list list)
{
    long x = 0, y = 0;
    (void)four, (void)list;
    @
    sync;
    return x + y;
}
""",
    "a file": """
#include <ucilk/ucilk.h>
long f(long n);
void zero(void *), plus(void *, void *);
@
long g(long n) { spawn f(n); sync; return n; }
""",
}


class Block:
    def __init__(self, kind, text, line, marks):
        self.kind, self.text, self.line = kind, text, line
        self.marks = marks  # the comments before it
        self.prints = None

    def mark(self, name):
        """What follows `name' in a mark, "" if nothing does, or None."""
        for mark in self.marks:
            if mark == name or mark.startswith(name + " "):
                return mark[len(name):].strip()
        return None


def parse(path):
    """Fenced and indented blocks and tables of a document."""
    with open(path) as file:
        lines = file.read().split("\n")
    blocks, marks, i = [], [], 0
    while i < len(lines):
        line, start = lines[i], i + 1
        comment = re.match(r"<!-- (.*) -->$", line)
        if comment:
            marks.append(comment.group(1))
        elif line.startswith("```"):
            end = lines.index("```", i + 1)
            block = Block(line[3:], "\n".join(lines[i + 1:end]) + "\n", start,
                          marks)
            if block.kind == "text" and blocks and not marks and \
                    blocks[-1].kind in ("c", "sh"):
                blocks[-1].prints = block.text
            else:
                blocks.append(block)
            marks, i = [], end
        elif marks and line.startswith(("    ", "|")):
            first = line[0]
            end = i
            while end < len(lines) and lines[end].startswith(
                    "|" if first == "|" else "    "):
                end += 1
            kind = "table" if first == "|" else "sh"
            cut = 0 if first == "|" else 4
            text = "\n".join(l[cut:] for l in lines[i:end]) + "\n"
            blocks.append(Block(kind, text, start, marks))
            marks, i = [], end - 1
        elif line.strip():
            marks = []
        i += 1
    return blocks


def report(where, what, wrong, log=""):
    global n_failed, n_checked
    n_checked += 1
    if wrong:
        n_failed += 1
        print("FAIL %s: %s: %s" % (where, what, wrong))
        print("     " + log.rstrip().replace("\n", "\n     "))


def run(command, directory, **environment):
    """Status and output, both streams."""
    try:
        done = subprocess.run(command, cwd=directory, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=dict(os.environ, **environment))
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return 124, "(no end)"


def compilers(text):
    """Names and commands for the parallel forms, and the elision's."""
    names = ["gcc", "clang"]
    if not FULL:
        names = ["gcc"] if ONCE else [names[next(turns) % 2]]
    if "ucilk/macros.h" in text:
        link = [BUILD + "/lib/libucilk.a", "-pthread"]
        each = [(cc, [cc, "-I" + BUILD + "/include"], link)
                for cc in names]
        serial = ["gcc", "-I" + BUILD + "/include", "-DUCILK_SERIAL"]
    else:
        tool = [UCILKCC]
        if "ucilk/random.h" in text:
            tool.append("--ucilk-pedigrees")
        each = [(cc, tool + ["--ucilk-cc=" + cc], []) for cc in names]
        serial = tool + ["--ucilk-serial"]
    return each, serial


def program(block, where, scratch):
    source = os.path.join(scratch, "program.c")
    with open(source, "w") as file:
        file.write(block.text)
    each, serial = compilers(block.text)
    status, said = run(serial + ["-O1", "-Wno-unknown-pragmas", source, "-o",
                                 "serial"], scratch)
    if status != 0:
        return report(where, "serial elision", "does not compile", said)
    status, expected = run(["./serial"], scratch)
    report(where, "serial elision", status and "status %d" % status, expected)
    if block.prints is not None:
        report(where, "serial elision",
               expected != block.prints and "prints otherwise", expected)
    for name, command, link in each:
        status, said = run(command + STRICT + ["-O2", source, "-o", "parallel"]
                           + link, scratch)
        report(where, name, status and "does not compile", said)
        if status:
            continue
        for workers, steal in RUNS:
            status, said = run(["./parallel"], scratch, UCILK_NWORKERS=workers,
                               UCILK_TEST_STEAL=steal)
            report(where, "%s, %s workers %s" % (name, workers, steal),
                   (status or said != expected) and
                   "status %d, prints otherwise" % status, said)


def unit(block, where, scratch):
    source = os.path.join(scratch, "unit.c")
    with open(source, "w") as file:
        file.write(block.text)
    each, _ = compilers(block.text)
    for name, command, _ in each:
        status, said = run(command + STRICT + ["-Wno-unused", "-c", source],
                           scratch)
        report(where, name, status and "does not compile", said)


def rows(table):
    """Code and message of each row."""
    for row in table.split("\n")[2:]:
        cells = [c.strip() for c in row.replace("\\|", "\0").split(" | ")]
        if len(cells) >= 2:
            yield [c.lstrip("| ").rstrip(" |").strip("`").strip()
                   .replace("\0", "|") for c in cells[:2]]


def table(block, where, scratch, template, wanted):
    source = os.path.join(scratch, "row.c")
    flags = []
    if template.endswith(" for clusters"):
        template = template.removesuffix(" for clusters")
        flags = ["--ucilk-cluster", "-Wno-error=ucilk"]
    for code, message in rows(block.text):
        with open(source, "w") as file:
            file.write(TEMPLATES[template].replace("@", code))
        status, said = run([UCILKCC, *flags, "-c", "row.c"], scratch)
        wrong = None
        if wanted == "error" and status == 0:
            wrong = "compiles"
        elif wanted == "warning" and status != 0:
            wrong = "does not compile"
        elif not re.search("%s: .*%s" % (wanted, re.escape(message)), said):
            wrong = "does not say \"%s\"" % message
        report(where, code, wrong, said)


def shows(expected, said):
    """Whether a ```text block, which may leave out things, is what was said."""
    pattern = "".join(
        "(?:.*\\n)*" if line.strip() == "..." else
        ".*".join(map(re.escape, line.split("..."))) + "\\n"
        for line in expected.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, said)


def commands(block, where, directory):
    status, said = run(["bash", "-euo", "pipefail", "-c", block.text],
                       directory, PATH=BUILD + "/bin:" + os.environ["PATH"])
    report(where, "commands", status and "status %d" % status, said)
    if block.prints is not None:
        report(where, "commands",
               not shows(block.prints, said) and "print otherwise", said)


def document(path, scratch):
    files = os.path.join(scratch, "files")
    os.mkdir(files)
    if path.endswith("README.md"):
        os.symlink(BUILD, files + "/build")
    for block in parse(path):
        where = "%s:%d" % (os.path.relpath(path, ROOT), block.line)
        other = block.mark("files of")
        for each in parse(f"{os.path.dirname(path)}/{other}") if other else [block]:
            if name := each.mark("file:"):
                os.makedirs(os.path.dirname(files + "/" + name), exist_ok=True)
                with open(files + "/" + name, "w") as file:
                    file.write(each.text)
        for kind, wanted in (("refused in", "error"), ("warned in", "warning")):
            if block.mark(kind) and not ONCE:
                table(block, where, scratch, block.mark(kind), wanted)
        if block.mark("commands") is not None:
            commands(block, where, files)
        elif block.kind != "c" or block.mark("sketch") is not None:
            continue
        elif "int main(" in block.text and "cilk" in block.text:
            program(block, where, scratch)
        elif block.mark("unit") is not None:
            unit(block, where, scratch)
        elif not block.mark("file:"):
            report(where, "block", "neither a program nor marked")


def main():
    paths = [path for path in sys.argv[2:] if not path.startswith("--")] or [ROOT + "/README.md"] + sorted(
        os.path.join(ROOT, "docs", name)
        for name in os.listdir(ROOT + "/docs") if name.endswith(".md"))
    for name in ("CC", "UCILK_CC", "UCILK_NWORKERS", "CILK_NWORKERS"):
        os.environ.pop(name, None)
    os.environ["LC_ALL"] = "C"
    # For mpirun, where tests are run by root, on few CPUs.
    for name in ("ALLOW_RUN_AS_ROOT", "ALLOW_RUN_AS_ROOT_CONFIRM",
                 "MCA_rmaps_base_oversubscribe"):
        os.environ["OMPI_" + name] = "1"
    for path in paths:
        before = n_failed, n_checked
        scratch = tempfile.mkdtemp()
        try:
            document(path, scratch)
        finally:
            shutil.rmtree(scratch)
        if n_failed == before[0] and n_checked > before[1]:
            print("ok %s: %d checks" % (os.path.relpath(path, ROOT),
                                        n_checked - before[1]))
    return n_failed != 0


sys.exit(main())
