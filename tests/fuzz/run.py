#!/usr/bin/env python3
"""Compiles random programs with ucilkcc and as macros, and runs them with
forced steals: each must print what its serial elision prints.  See docs/fuzz.md."""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # nothing beside the sources
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import mistakes
import seeding
import tree
from generate import Program

HERE = pathlib.Path(__file__).resolve().parent
PARALLEL = 2
SANITIZED = {"gcc": ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
             "clang": ["-fsanitize=memory,undefined", "-fno-sanitize-recover=all"]}
# Of the elision alone: a variable that a child's result goes to counts as
# used, keywords are not empty, and what a future's get gives is no call.
GONE = ("-Wunused-variable", "-Wunused-but-set-variable", "-Wunused-but-set-parameter",
        "-Wempty-body", "-Wunknown-pragmas",
        "-Wimplicit-conversion-floating-point-to-bool")
LEVELS = ["-O0"] * 8 + ["-O1"] * 6 + ["-O2"] * 3 + ["-O3", "-Os"]
STANDARDS = [[]] * 6 + [["-std=" + s] for s in ("gnu11", "gnu99", "c11", "c99")]


class Failure(Exception):
    """kind: what the reducer keeps."""

    def __init__(self, kind, text="", command="", setting=None):
        super().__init__(kind)
        self.kind, self.text, self.command = kind, text, command
        self.setting = setting


def wait(command, environment=None, limit=60):
    status, output, errors = seeding.wait(command, environment, limit)
    return status, output.decode(errors="replace"), errors.decode(errors="replace")


class Choices:
    """How the program of a seed is compiled and run."""

    def __init__(self, seed):
        r = random.Random("choices %s" % seed)
        self.cc = r.choice(("gcc", "clang"))
        self.standard = r.choice(STANDARDS)
        self.flags = [r.choice(LEVELS)] + self.standard
        if r.random() < 0.1:
            self.flags.append("-march=native")
        if r.random() < 0.05:
            self.flags += ["-flto"] + ["-fuse-ld=lld"] * (self.cc == "clang")
        if r.random() < 0.3:
            self.flags.append("-g")
        self.runs = [(1, None, r.randrange(1 << 16)),
                     (r.choice((2, 2, 2, 3, 4, 8)), "always", r.randrange(1 << 16))]
        if r.random() < 0.4:
            self.runs.append((r.choice((2, 2, 3)), "spin", r.randrange(1 << 16)))
        self.sanitized = r.random() < 0.1
        self.both_elisions = r.random() < 0.15
        self.groups = r.choice(("away", "copy")) if r.random() < 0.2 else None


class Trial:
    """One program, in a folder of its own."""

    def __init__(self, options, program, choices, folder, forms):
        self.options, self.program, self.choices = options, program, choices
        self.folder, self.forms = folder, forms
        self.environment = {name: value for name, value in os.environ.items()
                            if "CILK_" not in name}
        self.n_runs = 0

    def path(self, name):
        return str(self.folder / name)

    def compile(self, what, command):
        status, _, errors = wait(command, limit=120)
        if status != 0:
            raise Failure(what + ": does not compile", errors, " ".join(command))
        return errors

    def common(self):
        include = self.options.build / "include"
        return ["-I%s" % folder for folder in (HERE, include, include / "ucilk/compat")]

    def elision(self):
        """What must be printed."""
        c = self.choices
        out = self.path("serial")
        if self.program.pedigrees:
            return self.elision_of_tool()
        # The memory sanitizer does not know long double in va_list.
        cc = "gcc" if "va_arg(list, ldouble)" in self.text else c.cc
        flags = SANITIZED[cc] if c.sanitized else []
        self.compile("elision", [c.cc, "-w", "-O0" if c.sanitized else "-O1"] +
                     c.standard + flags + self.common() + ["-DUCILK_SERIAL", self.path("keywords.c"), "-o", out])
        status, output, errors = wait([out], limit=120)
        if status != 0:
            raise Failure("elision: status %s" % status, errors, out)
        return output

    def elision_of_tool(self):
        c, out = self.choices, self.path("serial_tool")
        self.compile("elision of the tool", [
            self.options.tool, "--ucilk-cc=" + c.cc, "-w", "-O1", "--ucilk-serial", "-DFUZZ_TOOL"] +
            c.standard + self.own_flags() + self.common() + [self.path("keywords.c"), "-o", out])
        status, output, errors = wait([out], limit=self.options.timeout)
        if status != 0:
            raise Failure("elision of the tool: status %s" % status, errors, out)
        return output

    def own_flags(self):
        return ["--ucilk-pedigrees"] if self.program.pedigrees else \
            ["--ucilk-groups", "-Wno-ucilk-group-write"] if self.has_groups else []

    def build(self, form):
        c, out = self.choices, self.path(form)
        name = "lib/libucilk_groups_test.a" if self.has_groups else "lib/libucilk_test.a"
        library = [str(self.options.build / name), "-pthread", "-ldl", "-lm"]
        source = self.path(form + ".c")
        if form == "macros":
            self.compile(form, [c.cc, "-w"] + c.flags + self.common() +
                         [source] + library + ["-o", out])
            return
        self.compile(form, [self.options.tool, "--ucilk-cc=" + c.cc, "-w"] +
                     self.own_flags() + c.flags +
                     self.common() + ["-c", source, "-o", out + ".o"])
        self.compile(form, [c.cc] + c.flags + [out + ".o"] + library + ["-o", out])

    def races(self, expected):
        """The program has none, says ThreadSanitizer."""
        out = self.path("races")
        self.compile("races", [self.options.tool, "--ucilk-cc=gcc", "-w", "-g", "-O1",
                               "-fsanitize=thread"] + self.own_flags() + self.choices.standard +
                     self.common() + [self.path("keywords.c"), "-o", out])
        status, output, errors = wait(
            [out], dict(self.environment, UCILK_NWORKERS="2", TSAN_OPTIONS="exitcode=66"), 120)
        if status != 0 or output != expected:
            raise Failure("races: status %s" % status, errors[:3000], out)
        self.n_runs += 1

    def run(self, form, setting, expected):
        workers, steal, seed = setting
        variables = {"UCILK_NWORKERS": str(workers), "UCILK_TEST_SEED": str(seed),
                     "UCILK_TEST_TIMEOUT": str(self.options.timeout)}
        if steal == "spin":
            variables["FUZZ_SPIN"] = "20000"
        elif steal:
            variables["UCILK_TEST_STEAL"] = steal
        if self.has_groups:
            variables.update(UCILK_TRANSPORT="nic", UCILK_NODES="2",
                             UCILK_TEST_GROUP=self.choices.groups,
                             UCILK_PLUGINS=str(self.options.build / "lib/ucilk"))
        command = " ".join("%s=%s" % item for item in variables.items()) + " " + \
            self.path(form)
        status, output, errors = wait([self.path(form)],
                                      dict(self.environment, **variables),
                                      self.options.timeout + 10)
        self.n_runs += 1
        how = {None: "no steals", "spin": "some steals"}.get(steal, "forced steals")
        if status is None or status == 124 or "no progress" in errors:
            raise Failure("%s: time-out" % form, output[-300:] + errors, command, setting)
        if output != expected:
            lines, wanted = output.split("\n"), expected.split("\n")
            at = 0
            while at < min(len(lines), len(wanted)) and lines[at] == wanted[at]:
                at += 1
            raise Failure("%s: prints something else" % form, "%s, line %d: %s instead of "
                          "%s; status %s\n%s" % (
                              how, at + 1, (lines + [""])[at], (wanted + ["nothing"])[at],
                              status, errors), command, setting)
        if status != 0:
            raise Failure("%s: status %s" % (form, status), errors, command, setting)

    def everything(self):
        """None, or how it fails."""
        self.has_groups = self.choices.groups and "cilk_group" in self.program.text("keywords")
        try:
            for form in ["keywords"] + [f for f in self.forms if f != "keywords"]:
                self.text = self.program.text(form)
                (self.folder / (form + ".c")).write_text(self.text)
            expected = self.elision()
            if self.choices.both_elisions and not self.program.pedigrees and \
                    not self.program.own_names and self.elision_of_tool() != expected:
                raise Failure("elision of the tool: prints something else")
            for form in self.forms:
                self.build(form)
                if self.options.warnings and form == "keywords":
                    self.compare_warnings()
                for setting in self.choices.runs:
                    self.run(form, setting, expected)
            if self.options.races:
                self.races(expected)
        except Failure as failure:
            return failure
        return None

    def warnings(self, command):
        command = command + self.choices.flags[:1] + self.common() + [
            "-Wall", "-Wextra", "-c", self.path("keywords.c"), "-o", self.path("warned.o")]
        errors = self.compile("warnings", command)
        found = set()
        for line in errors.splitlines():
            m = re.match(r"(\S+):(\d+):(\d+): warning: .*\[(-W[^]]*)\]$", line)
            if m and "-Wucilk" not in m[4]:
                found.add((pathlib.Path(m[1]).name, int(m[2]), m[4]))
        return found

    def compare_warnings(self):
        """The tool's must be those of the elision."""
        cc = self.choices.cc
        ours = self.warnings([self.options.tool, "--ucilk-cc=" + cc])
        theirs = self.warnings([cc, "-DUCILK_SERIAL"])
        theirs -= {w for w in theirs - ours if w[2] in GONE}
        if ours != theirs:
            raise Failure("keywords: other warnings", "only the tool: %s\nonly the elision: "
                          "%s\n" % (sorted(ours - theirs)[:8], sorted(theirs - ours)[:8]))


class Driver:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="ucilk-fuzz-"))
        self.n_runs = self.n_failed = self.n_programs = 0

    def trial(self, seed, forms=("keywords", "macros")):
        folder = self.work / str(seed)
        folder.mkdir(exist_ok=True)
        program = Program(seed)
        forms = [f for f in forms if program.has_form(f)]
        choices = Choices(seed)
        choices.sanitized |= self.options.sanitize
        if self.options.groups:
            choices.groups = ("away", "copy")[seed % 2]
        trial = Trial(self.options, program, choices, folder, forms)
        failure = trial.everything()
        if failure and self.options.reduce:
            self.reduce(trial, failure)
        if not failure:
            shutil.rmtree(folder)
        return seed, trial, failure

    def reduce(self, trial, failure):
        """Takes out what the failure does not need."""
        end = time.monotonic() + self.options.reduce
        trial.forms = [f for f in trial.forms if failure.kind.startswith(f)] or trial.forms
        if failure.setting:
            trial.choices.runs = [failure.setting] * 2

        def fails():
            now = trial.everything()
            return now is not None and now.kind == failure.kind
        tree.reduce(trial.program.nodes, fails, lambda: time.monotonic() < end)
        for form in trial.forms:
            (trial.folder / (form + ".c")).write_text(trial.program.text(form))

    def keep(self, seed, failure):
        """The folder with the program and what is wrong with it."""
        kept = self.options.build / "fuzz" / str(seed)
        shutil.rmtree(kept, ignore_errors=True)
        kept.parent.mkdir(exist_ok=True)
        shutil.copytree(self.work / str(seed), kept)
        shutil.rmtree(self.work / str(seed))
        text = "%s\n%s\n%s" % (failure.kind, failure.command, failure.text)
        (kept / "report").write_text(text.replace(str(self.work), str(kept.parent)))
        return kept

    def take(self, seed, trial, failure):
        self.n_programs += 1
        self.n_runs += trial.n_runs
        if failure:
            self.n_failed += 1
            print("FAIL seed %s: %s: %s %s" % (
                seed, failure.kind, trial.choices.cc, " ".join(trial.choices.flags)))
            for line in failure.text.splitlines()[:8]:
                print("     " + line[:300])
            print("     %s\n     again: %s %s --seed %s --count 1" % (
                self.keep(seed, failure), sys.argv[0], self.options.build, seed), flush=True)
        elif sys.stdout.isatty():
            print("\r%d programs, %d failed" % (self.n_programs, self.n_failed),
                  end="", flush=True)

    def results(self):
        """Of the programs, two at a time, in no order."""
        o = self.options
        seeds = iter(range(o.seed, o.seed + o.count))
        end = time.monotonic() + 60 * o.minutes
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            waiting = set()
            try:
                while True:
                    if time.monotonic() < end:
                        waiting |= {pool.submit(self.trial, seed) for seed in
                                    itertools.islice(seeds, 2 * PARALLEL - len(waiting))}
                    if not waiting:
                        return
                    done, waiting = concurrent.futures.wait(
                        waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            finally:
                for future in waiting:
                    future.cancel()

    def first(self):
        """(seed, number of programs, failure) of the first that fails."""
        n = 0
        found = None, None
        for seed, _, failure in self.results():
            n += 1
            if failure:
                found = seed, failure
                break
        shutil.rmtree(self.work, ignore_errors=True)
        return found[0], n, found[1]

    def all(self):
        began = time.monotonic()
        o = self.options
        print("seed %d, %d programs" % (o.seed, o.count), flush=True)
        for result in self.results():
            self.take(*result)
            if self.n_failed >= o.failures:
                break
        shutil.rmtree(self.work, ignore_errors=True)
        print("%s%d programs, %d runs, %d failed, %.0f s, seed %d" % (
            "\r" * sys.stdout.isatty(), self.n_programs, self.n_runs, self.n_failed,
            time.monotonic() - began, o.seed))
        return self.n_failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="the build tree")
    parser.add_argument("--seed", type=int, help="of the first program (default: 1)")
    parser.add_argument("--count", type=int, help="programs (default: 100)")
    parser.add_argument("--nightly", action="store_true",
                        help="3,000 programs from a seed of the day")
    parser.add_argument("--minutes", type=float, default=1e6, help="no programs after them")
    parser.add_argument("--timeout", type=int, default=120, help="of a run, in seconds")
    parser.add_argument("--failures", type=int, default=5, help="stop after so many")
    parser.add_argument("--reduce", type=int, metavar="SECONDS",
                        help="of each failing program (default: 60 with --nightly)")
    parser.add_argument("--sanitize", action="store_true",
                        help="look for undefined behaviour in every elision")
    parser.add_argument("--races", action="store_true",
                        help="run each program under ThreadSanitizer, too")
    parser.add_argument("--groups", action="store_true",
                        help="run each program with groups on two nodes")
    parser.add_argument("--fit", action="store_true",
                        help="see that the mistakes still fit the rewriter, no more")
    parser.add_argument("--warnings", action="store_true",
                        help="the tool must warn as its elision does")
    parser.add_argument("--mistakes", nargs="*", metavar="WORD",
                        help="put mistakes into the rewriter and see that they are found")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.tool = str(options.build / "bin/ucilkcc")
    if options.count is None:
        options.count = 3000 if options.nightly else 100
    if options.seed is None:
        options.seed = int(time.strftime("%Y%m%d0000")) if options.nightly else 1
    if options.reduce is None:
        options.reduce = 60 if options.nightly else 0
    mistakes.check_fit()
    if options.fit:
        print("ok %d mistakes fit" % len(mistakes.MISTAKES))
        return 0
    if options.mistakes is not None:
        return mistakes.main(options, Driver)
    return 1 if Driver(options).all() else 0


if __name__ == "__main__":
    sys.exit(main())
