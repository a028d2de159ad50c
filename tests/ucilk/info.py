#!/usr/bin/env python3
"""info.py BUILD: `ucilk info' says what the machine allows, and with which runtime
each kind of program is linked, stripped or not, without running it."""

import json
import os
import pathlib
import resource
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, check, end, execute, must, ucilkcc  # noqa: E402

UCILK = BUILD / "bin/ucilk"


def info(*words, within=(), **variables):
    """Within: a command that runs it."""
    return json.loads(must([*within, UCILK, "info", "--json", *words], **variables).stdout)


def check_machine():
    got = info()
    version = must([UCILK, "--version"]).stdout.split()[1]
    check("version", got["ucilk"]["version"] == version, got["ucilk"])
    check("libraries", "libucilk.a" in got["ucilk"]["installed"] and
          "libucilk_scale.so" in got["ucilk"]["installed"], got["ucilk"])
    gcc = must(["gcc", "--version"]).stdout.splitlines()[0]
    check("gcc", got["compilers"]["gcc"] == gcc, got["compilers"])
    check("CPUs", got["machine"]["CPUs allowed"] <= len(os.sched_getaffinity(0)) and
          got["machine"]["CPUs"] >= 1, got["machine"])
    check("memory", abs(got["machine"]["memory"] / (
        os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) - 1) < 0.01)
    soft = resource.getrlimit(resource.RLIMIT_STACK)[0]
    check("stack", got["limits"]["stack (ulimit -s)"] == (None if soft == -1 else soft),
          got["limits"])
    check("what is allowed", all(got["allowed"][name] in ("yes", "no") for name in (
        "personality", "ptrace", "process_vm_readv", "membarrier")), got["allowed"])
    limited = info(within=["prlimit", f"--as={8 << 30}:"])
    check("a limit, and what it means", limited["limits"]["addresses (-v)"] == 8 << 30 and
          any("16 GiB of addresses" in line for line in limited["remarks"]), limited)
    one = info(within=["taskset", "-c", min(os.sched_getaffinity(0))])
    check("affinity", one["machine"]["CPUs allowed"] == 1, one["machine"])
    text = must([UCILK, "info"]).stdout
    missing = [name for section in got.values() if isinstance(section, dict)
               for name in section if name not in text]
    check("the text has all of JSON", not missing, missing)


RUNS = r"""
#include <ucilk/ucilk.h>
#include <stdio.h>
static long leaf(long n) { return n; }
__attribute__((constructor)) static void start(void) { fclose(fopen("has_run", "w")); }
int main(void) { long x = cilk_spawn leaf(0); cilk_sync; return (int)x; }
"""


def check_programs():
    pathlib.Path("runs.c").write_text(RUNS)
    kinds = (("plain", [], "one machine"), ("static", ["-static"], "one machine"),
             ("groups", ["--ucilk-groups"], "groups"),
             ("cluster", ["--ucilk-cluster"], "cluster"), ("race", ["--ucilk-tool=race"], "race"),
             ("scale", ["--ucilk-tool=scale"], "scale"),
             ("sim", ["--ucilk-tool=sim"], "simulation"), ("child", ["--ucilk-tool=child"], "child"),
             ("child_sim", ["--ucilk-tool=child-sim"], "child-simulation"),
             ("serial", ["--ucilk-serial"], "none"))
    abi = info()["ucilk"]["ABI"]
    for name, flags, kind in kinds:
        ucilkcc("-w", *flags, "runs.c", "-o", name)
        for stripped in False, True:
            if stripped:
                must(["strip", name])
            got = info(f"./{name}")
            program = got["program"]
            check(f"{name}{', stripped' if stripped else ''}", program["runtime"].startswith(kind)
                  and program.get("ABI") == (None if kind == "none" else abi), program)
            check("how it is linked", program["linked"] == (
                "statically" if name == "static" else "dynamically"), program)
        # Its options are those that it prints itself.
        if kind == "none":
            check("no options", "options" not in got)
            continue
        said = execute([f"./{name}"], HELP=1).stdout.splitlines()
        os.path.exists("has_run") and os.unlink("has_run")
        own = [line.split()[0] for line in said if line.startswith("  UCILK_")]
        check("its options", own == list(got["options"]), own, got["options"])
    wrong = info("./plain", SCALE="x", FOO=1, STATS=1)
    check("what is set", wrong["environment"] == {
        "UCILK_SCALE": "x", "UCILK_FOO": "1", "UCILK_STATS": "1"} and
        wrong["options"]["UCILK_STATS"] == "1 (set)", wrong["environment"])
    check("and would be refused", sum("is no option" in line for line in wrong["remarks"]) == 2,
          wrong["remarks"])
    check("no program has run", not os.path.exists("has_run"))
    pathlib.Path("script").write_text("#!/bin/sh\n")
    os.chmod("script", 0o755)
    check("a script", "no program" in info("./script")["program"]["runtime"])
    check("by PATH", info("ls")["program"]["runtime"].startswith("none"))
    for words, status, message in ((["./nothing"], 1, "No such file"), (["--all"], 2, "--all"),
                                   (["./plain", "./plain"], 2, "more than one program")):
        done = execute([UCILK, "info", *words])
        check(f"refused: {words}", done.returncode == status and message in done.stderr,
              done.stderr)


check_machine()
check_programs()
end()
