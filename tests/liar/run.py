#!/usr/bin/env python3
"""The rewriter over a libclang that leaves one thing out (liar.h): each run must end
with an error or with the text that it gives without the lie.

  run.py BUILD                  some lies of each kind, over the language's programs
  run.py BUILD --all            all of them, for an hour or more; of system headers,
                                and with other options of ucilkcc, some
  run.py BUILD [--all] --file FILE...   of these
  run.py BUILD --file FILE --lie N   one, with what becomes of the text
  run.py BUILD --mistakes       are checks that are taken out found?

Prints a line for each lie that went through, and counts for each kind of lie."""

import argparse
import bisect
import collections
import concurrent.futures
import difflib
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
import mistakes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PARALLEL = 2
LEAST = 2            # of each kind of question, in a sample
LARGE = 400_000      # bytes of a text that is in no sample
PIECE = 1_000        # bytes of functions that are told lies about at a time
OF_SYSTEM = 100      # of what is in system headers one in so many is asked about
OF_MODES = 10        # and of what is translated in other modes
# What is not known to be a constant is computed when the program runs.
MAY_DIFFER = {"value unknown"}
MODES = {"": [], "cluster": ["--cluster"], "pedigrees": ["--pedigrees"]}

Question = collections.namedtuple("Question", "number kind function what at")


class Program:
    """A preprocessed text, and what the rewriter asks libclang about it."""

    def __init__(self, options, source, name, path):
        self.source, self.name, self.path = source, name, path
        self.mode = name.partition(":")[2]
        self.tool = options.build / "tests/lies"
        self.text = path.read_bytes()
        self.reason = ""
        self.find_lines()
        self.questions = self.ask()

    def find_lines(self):
        """Where each line begins, and of which file it is, after the markers."""
        self.starts, self.places = [], []
        at, line, name, is_system = 0, 1, "", False
        for text in self.text.split(b"\n"):
            marker = re.match(rb'# (\d+) "(.*)"((?: \d)*)', text)
            if marker:
                line, name = int(marker[1]) - 1, marker[2].decode()
                is_system = b"3" in marker[3]
            self.starts.append(at)
            self.places.append((name, line, is_system))
            at, line = at + len(text) + 1, line + 1

    def place(self, at):
        """(file:line:column, whether it is a system header's)"""
        i = bisect.bisect(self.starts, at) - 1
        name, line, is_system = self.places[i]
        return "%s:%d:%d" % (name.replace(str(ROOT) + "/", ""), line,
                             at - self.starts[i] + 1), is_system

    def run(self, *words, numbers=()):
        return subprocess.run([self.tool, self.path, *MODES[self.mode], *words],
                              input="\n".join(map(str, numbers)).encode(),
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)

    def ask(self):
        done = self.run("--questions")
        if done.returncode:
            self.reason = "it is not translated without a lie"
            return []
        rows = [line.split("\t") for line in done.stdout.decode("utf-8", "replace").splitlines()]
        return [Question(int(number), kind, function, what, int(at))
                for number, kind, function, what, at in rows]

    def tell(self, numbers):
        """Verdicts of lies."""
        if not numbers:
            return {}
        rows = self.run("--lies", numbers=numbers).stdout.decode().splitlines()
        verdicts = {int(row.split()[0]): row.split()[1] for row in rows}
        return {number: verdicts.get(number, "DIED") for number in numbers}

    def result(self, number):
        return self.run("--result", str(number)).stdout.decode(
            "utf-8", "replace").splitlines()

    def describe(self, number):
        q = self.questions[number]
        return "%s, lie %s%d: %s: %s of %s at %s" % (
            self.source, self.name and self.name + ":", number, q.kind, q.function,
            q.what, self.place(q.at)[0])

    def difference(self, number, limit):
        lines = list(difflib.unified_diff(self.result(-1), self.result(number),
                                          lineterm="", n=0))[2:]
        return ["    " + line[:200] for line in lines if line[:2] != "@@"][:limit]


def preprocess(options, source):
    path = options.folder / (str(source).replace("/", "_") + ".i")
    done = subprocess.run([options.build / "bin/ucilkcc", "-w", "-E",
                           "-I" + str(ROOT / "tests/lang"), source, "-o", path],
                          cwd=ROOT, stderr=subprocess.PIPE, check=False)
    return path if done.returncode == 0 else None


def bodies(text):
    """Where the bodies of functions are: what is in braces behind a `)'."""
    found, depth, last, begin = [], 0, b"", 0
    for m in re.finditer(rb'^#.*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[^\s\w]|\w+',
                         text, re.M):
        word = m[0]
        if word[:1] == b"#":
            continue
        if word == b"{":
            if depth == 0:
                start = m.start() if last == b")" else None
            depth += 1
        elif word == b"}":
            depth -= 1
            if depth == 0 and start is not None and not re.search(
                    rb"\b(struct|union|enum)\s+__attribute__|=", text[begin:start]):
                found.append((start, m.end()))
        if depth == 0 and word in (b";", b"}"):
            begin = m.end()
        last = word
    return found


def hide(line):
    return b" " * len(line[0])


def pieces(path):
    """Texts with some of the functions each, and declarations of the others: a
    lie costs what its text is long."""
    text = path.read_bytes()
    groups = [[]]
    for start, end in bodies(text):
        if sum(e - b for b, e in groups[-1]) + end - start > PIECE and groups[-1]:
            groups.append([])
        groups[-1].append((start, end))
    for i, kept in enumerate(groups):
        piece = bytearray(text)
        for start, end in bodies(text):
            if (start, end) not in kept:
                piece[start:end] = b";" + re.sub(rb"^(?!# \d).*$", hide, text[start + 1:end],
                                                 flags=re.M)
        piece_path = path.with_name("%s.%d.i" % (path.stem, i))
        piece_path.write_bytes(piece)
        yield piece_path


def sources():
    found = [p for pattern in ("tests/lang/*.c", "tests/lang/*/*.c", "tests/lang/*/*/*.c",
                               "examples/*.c") for p in sorted(ROOT.glob(pattern))]
    return [p.relative_to(ROOT) for p in found if not p.stem.endswith("_macros")]


def read(options, source):
    """The programs of a source: one, or with --all one for some of its functions
    each, in all modes, named NUMBER:MODE."""
    path = preprocess(options, source)
    if path is None:
        print("left out: %s: it is not preprocessed" % source)
        return []
    whole = Program(options, source, "", path)
    if whole.reason:
        print("left out: %s: %s" % (source, whole.reason))
        return []
    if not (options.all or options.name):
        return [whole]
    found = [Program(options, source, "%d:%s" % (i, mode), piece)
             for i, piece in enumerate(pieces(path)) for mode in MODES
             if not mode or i % OF_MODES == 0]
    return [p for p in found if not p.reason]


def sample(programs, options):
    """[(program, numbers)]: of each kind of question the same part, but some."""
    chosen = random.Random(options.seed)
    groups = collections.defaultdict(list)
    for program in programs:
        if len(program.text) > LARGE:
            continue
        for q in program.questions:
            groups[q.kind, q.function, q.what.split(" ")[0]].append((program, q.number))
    total = sum(map(len, groups.values()))
    taken = collections.defaultdict(list)
    for key in sorted(groups):
        group = groups[key]
        n = min(len(group), max(LEAST, len(group) * options.count // total))
        for program, number in chosen.sample(group, n):
            taken[program].append(number)
    return [(program, sorted(taken[program])) for program in programs]


def lies_of(program, options):
    """Numbers of questions, --every Nth; of system headers fewer."""
    numbers = [[], []]
    for q in program.questions:
        numbers[program.place(q.at)[1]].append(q.number)
    return sorted(numbers[0] + numbers[1][::OF_SYSTEM])[::options.every]


def tell_whole(options, source):
    """[(program, verdicts)] of its pieces."""
    return [(p, p.tell(lies_of(p, options))) for p in read(options, source)]


class Tally:
    """Counts verdicts, and prints what went through, of each kind of question the
    first with what becomes of the text."""

    def __init__(self, options):
        self.lines, self.quiet = options.lines, options.quiet
        self.counts = collections.defaultdict(collections.Counter)
        self.seen = set()
        self.texts = self.failed = 0

    def add(self, program, verdicts):
        self.texts += 1
        for number, verdict in verdicts.items():
            q = program.questions[number]
            self.counts[q.kind][verdict] += 1
            if verdict == "DIED" or verdict == "OTHER" and q.kind not in MAY_DIFFER:
                self.fail(program, q, verdict)

    def fail(self, program, q, verdict):
        self.failed += 1
        if self.quiet:
            return
        print("%s %s" % (verdict, program.describe(q.number)), flush=True)
        key = q.kind, q.function, q.what.split(" ")[0]
        if verdict == "OTHER" and key not in self.seen:
            print("\n".join(program.difference(q.number, self.lines)))
        self.seen.add(key)

    def print(self):
        for kind in sorted(self.counts):
            of = self.counts[kind]
            print("%s: %d lies, %d errors, %d same text, %d other text, %d died" % (
                kind, sum(of.values()), of["error"], of["same"], of["OTHER"], of["DIED"]))

    def total(self):
        return sum(sum(of.values()) for of in self.counts.values())


def version(options):
    done = subprocess.run(["ldd", options.build / "tests/liar.so"], stdout=subprocess.PIPE,
                          check=True)
    return re.search(r"=> (\S*clang\S*)", done.stdout.decode())[1]


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--file", nargs="+", type=pathlib.Path, default=[])
    parser.add_argument("--lie", help="as it is printed")
    parser.add_argument("--every", type=int, default=1, help="with --all: one of so many")
    parser.add_argument("--mistakes", action="store_true")
    parser.add_argument("--count", type=int, default=700, help="of a sample, about")
    parser.add_argument("--seed", type=int, default=1, help="of a sample")
    parser.add_argument("--lines", type=int, default=12, help="of a text that is another")
    options = parser.parse_args()
    options.build, options.quiet = options.build.resolve(), False
    options.name, _, number = (options.lie or "").rpartition(":")
    options.number = int(number) if number else None
    return options


def run(options):
    """How many lies went through; 1 if none was told."""
    files = [p.resolve() for p in options.file] or sources()
    tally = Tally(options)
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
        options.folder = pathlib.Path(folder)
        if options.all:
            for told in pool.map(lambda source: tell_whole(options, source), files):
                for program, verdicts in told:
                    tally.add(program, verdicts)
        else:
            programs = sum(pool.map(lambda source: read(options, source), files), [])
            work = [(p, [options.number]) for p in programs if p.name == options.name]
            if options.number is None:
                work = sample(programs, options)
            for program, verdicts in pool.map(lambda w: (w[0], w[0].tell(w[1])), work):
                tally.add(program, verdicts)
    if not options.quiet:
        tally.print()
        print("%d texts, %d lies, %d went through, %s" % (
            tally.texts, tally.total(), tally.failed, version(options)))
    return tally.failed if tally.total() else 1


def main():
    options = read_options()
    mistakes.check_fit()
    return 1 if (mistakes.main(options, run) if options.mistakes else run(options)) else 0


if __name__ == "__main__":
    sys.exit(main())
