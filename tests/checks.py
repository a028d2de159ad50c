"""What tests of programs share: checks that are counted, and runs with reports.

The first argument of a script is BUILD; it runs in an empty folder, which goes with it.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

if len(sys.argv) < 2 or sys.argv[1] == "--help":
    print(sys.modules["__main__"].__doc__)
    sys.exit(2 * (len(sys.argv) < 2))
sys.dont_write_bytecode = True  # nothing beside the sources
ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
HERE = pathlib.Path(sys.argv[0]).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
TOOL = BUILD / "bin/ucilkcc"
VARYING = ("real time", "memory")  # of a simulation's report: those of this machine
folder = tempfile.TemporaryDirectory()
scratch = pathlib.Path(folder.name).resolve()
os.chdir(scratch)
failed = []


def check(name, is_right, *found):
    if not is_right:
        failed.append(name)
    print(*(("ok", name) if is_right else ("FAIL", f"{name}:", *found)), flush=True)


def end():
    sys.exit(bool(failed))


def clean():
    """The environment without options of ours; mpirun may be run by root."""
    return {**{k: v for k, v in os.environ.items() if not k.startswith(("UCILK_", "CILK_"))},
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def environment(**variables):
    """Options of ours, without UCILK_, and what the loader reads."""
    return {**clean(), **{k if k.startswith("LD_") else f"UCILK_{k}": str(v)
                          for k, v in variables.items()}}


def execute(command, limit=60, stdin=subprocess.DEVNULL, **variables):
    """Status 124 is that of a command that did not end."""
    command = ["timeout", "-k", "5", str(limit), *(str(word) for word in command)]
    return subprocess.run(command, capture_output=True, text=True, stdin=stdin,
                          env=environment(**variables), check=False)


def must(command, limit=120, **variables):
    """The same of a command without which nothing can be tested."""
    done = execute(command, limit, **variables)
    if done.returncode:
        sys.exit(f"FAIL {' '.join(map(str, command))}: {done.returncode} {done.stderr}")
    return done


def ucilkcc(*words, **variables):
    return must([TOOL, *words], **variables)


def counted(command, limit=60, **variables):
    """What it has done, and its statistics."""
    with tempfile.NamedTemporaryFile("r", dir=".") as file:
        done = execute(command, limit, STATS=f"json:{file.name}", **variables)
        return done, json.loads(file.read() or "{}")


def run(program, arguments="", **variables):
    """What a simulation has done, and its report without what varies."""
    with tempfile.NamedTemporaryFile("r", dir=".") as file:
        done = execute([f"./{program}", *arguments.split()], SIM_REPORT=file.name, **variables)
        report = json.loads(file.read() or "{}")
    return done, {k: v for k, v in report.items() if k not in VARYING}
