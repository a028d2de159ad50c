"""What tests of programs share: checks that are counted, and runs with reports."""

import json
import os
import signal
import subprocess
import sys
import tempfile

VARYING = ("real time", "memory")  # of a simulation's report: those of this machine
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
    return {**clean(), **{f"UCILK_{k}": str(v) for k, v in variables.items()}}


def execute(command, seconds=60, **variables):
    """Status 124 is that of a command that did not end."""
    command = ["timeout", "-k", "5", str(seconds), *(str(word) for word in command)]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=environment(**variables), check=False)


def must(command, seconds=120, **variables):
    """Ends the test where the command fails."""
    done = execute(command, seconds, **variables)
    if done.returncode:
        sys.exit(f"{command}: status {done.returncode}\n{done.stderr}")
    return done


def wait(command, variables, seconds):
    """Status, output and errors of a command in a session of its own, which ends with it;
    the status is None after so many seconds."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=variables,
                          start_new_session=True) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            status = None
    return status, output, errors


def counted(command, seconds=60, **variables):
    """What it has done, and its statistics."""
    with tempfile.NamedTemporaryFile("r", dir=".") as file:
        done = execute(command, seconds, STATS=f"json:{file.name}", **variables)
        return done, json.loads(file.read() or "{}")


def run(program, arguments="", **variables):
    """What a simulation has done, and its report without what varies."""
    with tempfile.NamedTemporaryFile("r", dir=".") as file:
        done = execute([f"./{program}", *arguments.split()], SIM_REPORT=file.name, **variables)
        report = json.loads(file.read() or "{}")
    return done, {k: v for k, v in report.items() if k not in VARYING}
