#!/usr/bin/env python3
"""names.py [BUILD] [FILE...]: the names in the documents exist in the tree.

Of the names `between backticks' in CONTRIBUTING.md and in the documents for
those who build ucilk, or in each FILE, these must exist: paths, from the root or
from any folder; and names with an underscore, as words of the sources.  In a
path {a,b} stands for both; * and words in capitals stand for anything.  Links
must lead to a file.  BUILD is not used.
"""

import fnmatch
import glob
import os
import re
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
DOCUMENTS = ["CONTRIBUTING.md", "docs/README.md", "docs/design.md", "docs/ucilkcc.md",
             "docs/stress.md", "docs/fuzz.md", "docs/faults.md", "docs/protocols/*.md",
             "tests/models/README.md", "tests/lang/manuals/README.md"]
NAME = re.compile(r"\b[A-Za-z]\w*_\w*")
PATH = re.compile(r"[\w.*{},/-]+/|(?:[\w.*{},-]+/)*[\w*{},-]+"
                  r"\.(?:c|h|S|py|sh|def|md|pml|txt|in|map|ld|yaml|svg)")
BUILT = re.compile(r"build/|BUILD/")
CAPITALS = re.compile(r"(?<![A-Za-z])[A-Z]+(?![a-z])")


def tree():
    """Files, and folders with a / behind them, relative to the root."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name != ".git" and not
                      os.path.exists(os.path.join(folder, name, "CMakeCache.txt"))]
        relative = os.path.relpath(folder, ROOT)
        found += [os.path.join(relative, name) for name in files]
        found += [os.path.join(relative, name) + "/" for name in folders]
    return [path.removeprefix("./") for path in found]


def words(files):
    """Every name in the sources; a document shows nothing."""
    found = set()
    for file in files:
        if not file.endswith(("/", ".md", ".svg", "names.py")):
            with open(os.path.join(ROOT, file), encoding="utf-8", errors="replace") as source:
                found.update(NAME.findall(source.read()))
    return found


def expand(path):
    """a{b,c} as ab and ac."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        return [path]
    return [one for choice in match[1].split(",")
            for one in expand(path[:match.start()] + choice + path[match.end():])]


def is_path(paths, path):
    return any(fnmatch.fnmatchcase("/" + one, "*/" + pattern) for one in paths
               for pattern in (path, CAPITALS.sub("*", path)))


def is_name(known, name):
    """Macros' prefixes may be left out; test_NAME is any that begins so."""
    stem = re.sub(r"_[A-Z]+$", "_", name) if name[0].islower() else name
    return name in known or any(
        one.startswith(stem) if stem.endswith("_") else
        name.isupper() and one.endswith("_" + name) for one in known)


def missing(text, paths, known):
    """Of the text between two backticks."""
    for word in text.split():
        if BUILT.match(word):
            continue
        if PATH.fullmatch(word):
            yield from (path for path in expand(word) if not is_path(paths, path))
        else:
            yield from (name for name in NAME.findall(word) if not is_name(known, name))


def main():
    patterns = [arg for arg in sys.argv[1:] if arg.endswith(".md")] or DOCUMENTS
    documents = [path for pattern in patterns
                 for path in sorted(glob.glob(os.path.join(ROOT, pattern))) or sys.exit(
                     "names.py: no " + pattern)]
    paths = tree()
    known = words(paths)
    n_checked, n_wrong = 0, 0
    for document in documents:
        with open(document, encoding="utf-8") as file:
            text = re.sub(r"^```.*?^```", lambda m: "\n" * m[0].count("\n"), file.read(),
                          flags=re.M | re.S)
        for match in re.finditer(r"`([^`\n]+)`|\]\(([^)#\s]+)", text):
            n_checked += 1
            if match[1]:
                wrong = list(missing(match[1], paths, known))
            else:
                goal = os.path.join(os.path.dirname(document), match[2])
                wrong = [] if "://" in match[2] or os.path.exists(goal) else [match[2]]
            for name in wrong:
                print("FAIL %s:%d: %s is nowhere in the tree" % (
                    os.path.relpath(document, ROOT), text.count("\n", 0, match.start()) + 1, name))
            n_wrong += len(wrong)
    print("names: %d in %d documents, %d wrong" % (n_checked, len(documents), n_wrong))
    return 1 if n_wrong or n_checked < 100 else 0


sys.exit(main())
