"""Runs of bench/groups_asleep.c: groups on nodes of one worker each, whose leaves sleep."""
import os
import re
import subprocess
import sys

import programs

HOSTS = os.path.join(programs.BENCH, "../tests/cluster/hosts.sh")
DELAY = 0.05  # of a frame, milliseconds
# A launcher makes sessions, whose weights are the kernel's own (autogroup in sched(7)).
AS_NICE = ["sh", "-c", 'nice >/proc/$$/autogroup; exec "$@"', "sh"]


def launch(point):
    """The command before the program, and its environment.  Machine hosts: network
    namespaces, joined by TCP with a delay, and Open MPI; nic: processes of this machine."""
    options = {"UCILK_NWORKERS": "1", "UCILK_GROUPS": point.policy}
    if point.machine == "nic":
        return [], options | {"UCILK_TRANSPORT": "nic", "UCILK_NODES": str(point.workers)}
    return [HOSTS, f"{point.workers}x1", "--delay", str(DELAY), "--", "mpirun",
            *(word for name in options for word in ("-x", f"{name}={options[name]}")),
            *AS_NICE], {}


def compile(build, folder, command):
    binary = os.path.join(folder, "groups_asleep")
    if not os.path.exists(binary):
        subprocess.run([os.path.join(build, "bin/ucilkcc"), "--ucilk-groups", "-O3",
                        os.path.join(programs.BENCH, command.source), "-o", binary], check=True)
    return binary


def run(build, folder, point):
    """The values of a row."""
    command = programs.command(point)
    before, options = launch(point)
    done = subprocess.run([*before, compile(build, folder, command), *command.arguments],
                          env=dict(os.environ) | options, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    took = re.search(rf": {point.workers} nodes, ([\d.]+) s, right", done.stdout)
    if done.returncode or not took:
        sys.exit(f"papers: {point}: status {done.returncode}: {done.stdout}{done.stderr}")
    return {"seconds": took[1], "steals": "", "far_steals": "", "joins": "", "join_us": "",
            "real_s": "", "mib": ""}
