#!/usr/bin/env python3
"""info.py BUILD: `ucilk info' says what the machine allows, and with which runtime
each kind of program is linked, stripped or not, without running it."""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import check, clean, end  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


def run(*command, **more):
    environment = clean() | more.pop("environment", {})
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=60, env=environment, stdin=subprocess.DEVNULL, **more)


def info(*words, **more):
    done = run(BUILD / "bin/ucilk", "info", "--json", *words, **more)
    if done.returncode:
        sys.exit(f"{words}: {done.stderr}")
    return json.loads(done.stdout)


def check_machine():
    got = info()
    version = run(BUILD / "bin/ucilk", "--version").stdout.split()[1]
    check("version", got["ucilk"]["version"] == version, got["ucilk"])
    check("libraries", "libucilk.a" in got["ucilk"]["installed"] and
          "libucilk_scale.so" in got["ucilk"]["installed"], got["ucilk"])
    compilers = [line.split("\n")[0] for line in (run("gcc", "--version").stdout,)]
    check("gcc", got["compilers"]["gcc"] == compilers[0], got["compilers"])
    check("CPUs", got["machine"]["CPUs allowed"] <= len(os.sched_getaffinity(0)) and
          got["machine"]["CPUs"] >= 1, got["machine"])
    check("memory", abs(got["machine"]["memory"] / (
        os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) - 1) < 0.01)
    soft = resource.getrlimit(resource.RLIMIT_STACK)[0]
    check("stack", got["limits"]["stack (ulimit -s)"] == (None if soft == -1 else soft),
          got["limits"])
    check("what is allowed", all(got["allowed"][name] in ("yes", "no") for name in (
        "personality", "ptrace", "process_vm_readv", "membarrier")), got["allowed"])
    limited = info(preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_AS, (8 << 30, resource.getrlimit(resource.RLIMIT_AS)[1])))
    check("a limit, and what it means", limited["limits"]["addresses (-v)"] == 8 << 30 and
          any("16 GiB of addresses" in line for line in limited["remarks"]), limited)
    one = info(preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
    check("affinity", one["machine"]["CPUs allowed"] == 1, one["machine"])
    text = run(BUILD / "bin/ucilk", "info").stdout
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
    tool = BUILD / "bin/ucilkcc"
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
        done = run(tool, "-w", *flags, "runs.c", "-o", name)
        if done.returncode:
            sys.exit(done.stderr)
        for stripped in False, True:
            if stripped:
                run("strip", name)
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
        said = run(f"./{name}", environment={"UCILK_HELP": "1"}).stdout.splitlines()
        os.path.exists("has_run") and os.unlink("has_run")
        own = [line.split()[0] for line in said if line.startswith("  UCILK_")]
        check("its options", own == list(got["options"]), own, got["options"])
    wrong = info("./plain", environment={"UCILK_SCALE": "x", "UCILK_FOO": "1", "UCILK_STATS": "1"})
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
        done = run(BUILD / "bin/ucilk", "info", *words)
        check(f"refused: {words}", done.returncode == status and message in done.stderr,
              done.stderr)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    check_machine()
    check_programs()
end()
