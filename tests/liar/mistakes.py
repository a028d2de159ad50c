"""Checks of the rewriter, each of which is taken out of a copy of its source: run.py
--mistakes builds that, and the lies must go through.  A change that no longer fits
the source ends the run."""

import collections
import copy
import pathlib
import shutil
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from seeding import ROOT, Copy, misfits  # noqa: E402

RESOLVE = "tools/ucilkcc/rewriter/resolve"

# Of each kind some, in one source or, without a mistake, in all of them.  If these do not
# show a mistake, all of its source must.
LIES = 600

# What becomes of a file of tools/ucilkcc/rewriter/resolve/, and where it shows.
Mistake = collections.namedtuple("Mistake", "name file change into source")

MISTAKES = [
    Mistake("tokens: what a node may have of its own is not looked at", "account.c",
            "if (a->missing == UK_NONE && !has_shape(a, self, shape))",
            "if (a->missing == UK_NONE && !has_shape(a, self, shape) && 0)",
            "tests/lang/for.c"),
    Mistake("unexposed: an expression of an unknown kind may have any token", "account.c",
            '{CXCursor_UnexposedExpr, "', '{CXCursor_UnexposedExpr, ".*|', "tests/lang/for.c"),
    Mistake("warnings: of functions that have no whole tree", "parse.c",
            "if (f->missing == UK_NONE &&\n            (", "if ((",
            "tests/lang/destinations.c"),
    Mistake("syncs: one that is not shown is none", "parse.c",
            "            if (!k->is_shown)\n", "            if (!k->is_shown && 0)\n",
            "tests/lang/statements.c"),
    Mistake("types: an invalid one is taken for none", "answers.c",
            "    if (is_there && type.kind == CXType_Invalid)\n        miss(what);\n", "",
            "tests/lang/captures.c"),
    Mistake("kinds: an unexposed type is taken as it is", "answers.c",
            "    if (asked.source != NULL && is_unread(type))\n"
            '        miss("the kind of the type");\n', "", "tests/lang/signatures.c"),
    Mistake("qualifiers: those that are not told are none", "answers.c",
            "    if (!is_scalar)\n", "    if (true)\n", "tests/lang/captures.c"),
    Mistake("references: what is meant by a name may be nothing", "answers.c",
            '        miss("what is meant");\n', "        (void)0;\n", "tests/lang/callees.c"),
    Mistake("storage: a static variable that is not told is automatic", "answers.c",
            '(answer == CX_SC_Invalid ||\n', '(answer == CX_SC_Invalid + 1000 ||\n',
            "tests/lang/captures.c"),
    Mistake("spelling: a type may be written as nothing", "answers.c",
            '        miss("how the type is written");\n', "        (void)0;\n",
            "tests/lang/signatures.c"),
]


def check_fit():
    """Ends the program if the rewriter has changed under a mistake."""
    for m in misfits(MISTAKES, RESOLVE):
        sys.exit("mistakes.py: %s no longer has the place of `%s'" % (m.file, m.name))


def libclang_of(build):
    cache = (build / "CMakeCache.txt").read_text().splitlines()
    return ["-D" + line for line in cache if line.startswith("LIBCLANG_")]


def main(options, run):
    """run(options): how many lies went through."""
    sources = Copy(options.build / "liar-mistakes", RESOLVE, "-DBUILD_TESTING=ON",
                   *libclang_of(options.build))
    n_missed = 0
    for m in [None] + MISTAKES:
        with sources.seeded(m):
            sources.make("ucilkcc", "lies")
        mutant = copy.copy(options)
        mutant.build, mutant.quiet, mutant.count = sources.path / "build", True, LIES
        mutant.file = [ROOT / source for source in
                       ([m.source] if m else sorted({m.source for m in MISTAKES}))]
        found = run(mutant)
        if m and not found:
            mutant.all = True
            found = run(mutant)
        n_missed += bool(found) != bool(m)
        print("%s %s: %d lies went through" % (
            "ok" if bool(found) == bool(m) else "FAIL", m.name if m else "no mistake", found),
            flush=True)
    shutil.rmtree(sources.path)
    return n_missed
