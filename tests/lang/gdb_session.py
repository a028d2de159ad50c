#!/usr/bin/env python3
"""gdb_session.py BUILD: common commands of a debugger work at -O0 -g, and bt at -O2, for
keywords and macros, gcc and clang, one worker and several, with stolen
continuations; and tools/gdb/ucilk-gdb.py does what it says."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "../../tools/gdb/ucilk-gdb.py")
BUILD = os.path.abspath(sys.argv[1])
n_failed = 0
os.environ.pop("DEBUGINFOD_URLS", None)


def compile_program(scratch, form, cc, level="-O0"):
    source = os.path.join(HERE, "gdb", "session.c")
    if form == "macros":
        subprocess.run([os.path.join(HERE, "macros.py"), scratch, "gdb/session"], check=True)
        source = os.path.join(scratch, "gdb", "session_macros.c")
    program = os.path.join(scratch, "%s_%s%s" % (form, cc, level))
    flags = ["-g", level, source, "-o", program]
    if form == "macros":
        command = [cc, "-I" + BUILD + "/include"] + flags
        command += [BUILD + "/lib/libucilk.a", "-pthread"]
    else:
        command = [BUILD + "/bin/ucilkcc", "--ucilk-cc=" + cc] + flags
    subprocess.run(command, check=True)
    return program, source


def line_of(source, comment):
    with open(source) as file:
        for number, line in enumerate(file, 1):
            if "/* %s */" % comment in line:
                return number
    raise ValueError(comment)


def gdb(commands, arguments, n_workers=1):
    """All that gdb says, on the command line or to one that is piped in."""
    words = ["gdb", "-nx", "-batch"]
    if arguments[0] == "-x":
        words, arguments = words + arguments[:2], arguments[2:]
    for command in commands:
        words += ["-ex", "echo \\n>>> %s\\n" % command.replace('"', ""),
                  "-ex", command]
    environment = dict(os.environ, UCILK_NWORKERS=str(n_workers))
    try:
        done = subprocess.run(words + arguments, env=environment, text=True,
                              stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.stdout
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode() + "\n(no end)"


def check(name, said, *patterns, never=()):
    """The patterns occur in this order, those of `never' nowhere."""
    global n_failed
    at = 0
    wrong = None
    for pattern in patterns:
        found = re.compile(pattern, re.M).search(said, at)
        if not found:
            wrong = "no (more) /%s/" % pattern
            break
        at = found.end()
    for pattern in never:
        if re.search(pattern, said, re.M):
            wrong = "there is /%s/" % pattern
    print("%s %s%s" % ("FAIL" if wrong else "ok", name,
                       ": " + wrong if wrong else ""), flush=True)
    if wrong:
        n_failed += 1
        print("     " + said.replace("\n", "\n     "))


def one_worker(label, program, source):
    spawn = line_of(source, "at the spawn")
    leaf = line_of(source, "in leaf")
    where = os.path.basename(source)
    body = "(ucilk_fn_)?"  # the macro form's name of a body
    said = gdb(["break %s:%d" % (where, leaf), "run", "p local", "bt", "up",
                "down", "p n"], [program])
    check(label + ", plain gdb: a breakpoint in a spawned function", said,
          r"hit Breakpoint 1, |^Breakpoint 1, ",
          body + r"leaf \(.*n=20.*\) at .*%s:%d$" % (where, leaf),
          r"^\$1 = 21$", r"^#\d .*leaf", r"^#\d .*ucilk_abi_spawn",
          r"^#\d .*inner", r"^#\d .*main ", ">>> up", "^#1 ", "^#0 ",
          r"^\$2 = 20$", never=UNKNOWN)
    said = gdb(["break %s:%d" % (where, leaf), "run", "bt", "bt full 1",
                "finish", "ucilk finish", "bt"], ["-x", SCRIPT, program])
    hidden = said[said.index(">>> bt"):said.index(">>> finish")]
    check(label + ", script: generated frames and variables are hidden",
          hidden, r"^#0 .*leaf \(n=20\) at .*%s:%d$" % (where, leaf),
          r"^#\d+ .*inner \(n=20\) at .*%s:%d$" % (where, spawn),
          r"^#\d+ .*main \(", r"local = 21", never=["ucilk_"])
    check(label + ", script: finish, and on to the user's function", said,
          ">>> finish", r"Value returned is \$1 = 42",
          body + r"inner \(.*%s:%d$" % (where, spawn), ">>> bt",
          r"^#0 .*inner \(n=20\) at .*%s:%d$" % (where, spawn),
          never=UNKNOWN)
    said = gdb(["break %s:%d" % (where, spawn), "break %s:%d" %
                (where, spawn + 2), "run", "p result == 0", "next", "next", "next",
                "p result", "p other", "continue"], [program])
    check(label + ", plain gdb: next over a spawn and a sync", said,
          r"Breakpoint 2 .* line %d\.$" % (spawn + 2), r"^\$1 = 1$",
          r">>> next\s+%d\s.*\s+>>> next" % (spawn + 1), "sync;",
          r">>> next\s+%d\s" % (spawn + 3), r"^\$2 = 42$", r"^\$3 = 2$", "exited normally",
          never=UNKNOWN + ["no line number information"])


def future(label, program, source):
    later = line_of(source, "in later")
    maker = line_of(source, "at the future")
    where = os.path.basename(source)
    said = gdb(["break %s:%d" % (where, later), "run", "bt", "finish",
                "ucilk finish", "bt", "next", "continue"], ["-x", SCRIPT, program])
    bodies = said[said.index(">>> bt"):]
    check(label + ", script: a future's task and its creator", bodies,
          r"^#0 .*later \(n=0\) at .*%s:%d$" % (where, later),
          r"^#\d+ .*maker \(n=0\) at .*%s:%d$" % (where, maker),
          r"^#\d+ .*main \(", r">>> ucilk finish",
          r">>> bt\s+#0 .*maker \(n=0\)", r">>> next\s+%d\s" % (maker + 1),
          "exited normally", never=UNKNOWN + ["ucilk_make"])


def steps(label, program, source):
    spawn = line_of(source, "at the spawn")
    leaf = line_of(source, "in leaf")
    said = gdb(["break %s:%d" % (os.path.basename(source), spawn), "run",
                "ucilk step", "bt", "ucilk step", "p local", "ucilk finish",
                "step", "ucilk step", "bt"], ["-x", SCRIPT, program])
    check(label + ", script: step into a spawned and a called function", said,
          r">>> ucilk step\s+#0 .*leaf \(n=20\) at \S+:%d$" % (leaf - 1),
          r">>> bt\s+#0 .*leaf \(n=20\).*\s+#\d+ .*inner \(n=20\)",
          r"^%d\s.*in leaf" % leaf, r"^\$1 = 21$",
          r"^#0 .*inner \(n=20\) at \S+:%d$" % spawn,
          r">>> step\s+%d\s" % (spawn + 1),
          r">>> bt\s+#0 .*leaf \(n=0\)", never=UNKNOWN)


def loop(label, program, source):
    """A cilk_for of one worker: 13 iterations a piece."""
    line = line_of(source, "in the loop")
    where = "%s:%d" % (os.path.basename(source), line)
    said = gdb(["break %s if i == 80" % where, "run", "p i", "p by",
                "p product", "p sum", "bt", "next", "next", "p i", "delete",
                "ucilk finish", "bt", "ucilk finish"],
               ["-x", SCRIPT, program])
    check(label + ", script: in the body of a cilk_for", said,
          r"^Breakpoint 1 at 0x\w+: file", r"^\$1 = 80$", r"^\$2 = 3$",
          r"^\$3 = 240$", r"^\$4 = \d+$",
          r"^#0 +cilk_for in looped \(\) at \S+%s$" % where,
          r"^#\d+ .*looped \(n=100, by=3\) at \S+:%d$" % (line - 2),
          r"^#\d+ .*main \(", r">>> next\s+%d\s" % (line - 2),
          r">>> next\s+%d\s" % (line - 1), r"^\$5 = 81$", ">>> bt",
          r"^#0 .*looped \(n=100, by=3\) at \S+:(%d|%d)$" % (line - 2, line + 2),
          r"Value returned is \$\d+ = 14850", never=UNKNOWN)


def two_workers(label, program, source):
    stolen = line_of(source, "where a thief is")
    where = "%s:%d" % (os.path.basename(source), stolen)
    arguments = ["--args", program, "thief"]
    said = gdb(["break " + where, "run", "p local", "bt", "up", "delete",
                "continue"], arguments, 2)
    check(label + ", plain gdb: a breakpoint in a stolen continuation", said,
          r"hit Breakpoint 1", "outer ", r"^\$1 = 42$", r"^#0 .*outer ",
          r"^#\d+ .*ucilk_stolen \(\)( at \S+)?\s+>>> up", r"44\s",
          "exited normally", never=UNKNOWN)
    said = gdb(["break " + where, "run", "info ucilk", "bt", "ucilk bt",
                "frame apply all -q -s p root_local", "delete", "continue"],
               ["-x", SCRIPT] + arguments, 2)
    check(label + ", script: tasks and stacks of all workers", said,
          ">>> info ucilk", r"^  Worker +LWP +Thread +State",
          r"^  0 +\d+ +1 +running +\d+ +wait_for_thief, spawned at \S+:%d$" %
          (stolen - 1),
          r"^\* 1 +\d+ +2 +running +0 +outer, spawned at",
          r">>> bt\s+#0 .*outer \(n=14\) at \S+%s$" % where,
          r"^#\d+ .*root \(", r"^#\d+ .*main \(.*\s+>>>",
          r"^Worker 0 \(LWP \d+, thread 1\): running, wait_for_thief",
          r"^#\d+ .*wait_for_thief \(\) at ", r"^#\d+ .*outer \(n=14\)",
          r"^#\d+ .*root \(", r"^#\d+ .*main \(",
          r"^Worker 1 \(LWP \d+, thread 2\): running", r"^#0 .*outer \(n=14\)",
          r"^#\d+ .*root \(", r"^#\d+ .*main \(",
          *([r"^\$1 = 7$"] if "_macros" not in source else []), r"44\s",
          "exited normally", never=UNKNOWN)


def optimized(label, program, _):
    """Backtraces where the spawn is written out and functions are inlined."""
    said = gdb(["break leaf", "run", "bt"], [program])
    check(label + ", plain gdb: bt of a task that was not stolen", said, r"^#0 .*leaf \(",
          r"^#\d .*ucilk_abi_spawn", r"^#\d .*inner \(", r"^#\d .*main \(", never=UNKNOWN)
    for script, names in ([], ("hang", "outer", "ucilk_stolen")), \
            (["-x", SCRIPT], ("hang", "outer", "root", "main")):
        said = gdb(["break hang", "run", "bt"], script + ["--args", program, "thief", "hang"], 2)
        check(label + ", %s: bt of a stolen one" % ("script" if script else "plain gdb"), said,
              *[r"^#\d+ .*%s \(" % name for name in names[:-1]],
              r"^#\d+ .*%s \(.*\n(?!#)" % names[-1], never=UNKNOWN)


def attached(program, source):
    """To a program that hangs, in a task that thieves left."""
    child = subprocess.Popen([program, "thief", "hang"], text=True,
                             stdout=subprocess.PIPE,
                             env=dict(os.environ, UCILK_NWORKERS="3"))
    child.stdout.readline()  # it hangs
    said = gdb(["info ucilk", "ucilk attach", "ucilk bt", "detach"],
               ["-x", SCRIPT, "-p", str(child.pid)])
    check("attached, script: all workers are threads", said,
          ">>> info ucilk", r"^  Worker +LWP",
          r"^\* 0 +%d +1 +running +.* +wait_for_thief" % child.pid,
          r"^  [12] +\d+ +[23] +(running|napping)", "gdb debugs them all",
          r">>> ucilk bt", r"^#\d.*hang \(\)",
          r"^#\d.*outer", r"^#\d.*root", r"^#\d.*main", never=UNKNOWN)
    child.kill()
    child.wait()


def dumped(program, source, scratch):
    """A core dump of the same; nothing where the system keeps them elsewhere."""
    child = subprocess.Popen([program, "thief", "hang"], text=True,
                             stdout=subprocess.PIPE, cwd=scratch,
                             preexec_fn=lambda: resource.setrlimit(
                                 resource.RLIMIT_CORE,
                                 (resource.RLIM_INFINITY,) * 2),
                             env=dict(os.environ, UCILK_NWORKERS="3"))
    child.stdout.readline()
    child.send_signal(signal.SIGQUIT)
    child.wait()
    for name in ("core", "core.%d" % child.pid):
        core = os.path.join(scratch, name)
        if os.path.exists(core):
            said = gdb(["info ucilk", "ucilk bt"], ["-x", SCRIPT, program, core])
            check("a core dump, script: tasks and stacks", said,
                  ">>> info ucilk", r" 0 +%d +\d +running +.* +wait_for_thief" %
                  child.pid, r">>> ucilk bt", r"^#\d.*hang \(\)",
                  r"^#\d.*outer", r"^#\d.*root", r"^#\d.*main", never=UNKNOWN)


def cluster(source, scratch):
    """Workers that are processes; and one of two ranks, each a node of its own: it
    has no memory of the other."""
    program = os.path.join(scratch, "cluster")
    subprocess.run([BUILD + "/bin/ucilkcc", "--ucilk-cluster", "-w", "-g", "-O0",
                    source, "-o", program], check=True)
    stolen = line_of(source, "where a thief is")
    where = "%s:%d" % (os.path.basename(source), stolen)
    said = gdb(["break " + where, "ucilk workers", "break looped", "run",
                "info ucilk", "ucilk bt"], ["-x", SCRIPT, program], 2)
    check("cluster, script: the workers are inferiors", said, ">>> info ucilk",
          r"^  Worker +Process +Inferior +State", r"^\* 0 +\d+ +1 +running",
          r"^Worker 0 \(process \d+\): running", r"^#\d .*looped",
          r"^#\d+ .*main \(", r"^Worker 1 \(process \d+\): ", never=UNKNOWN)
    os.environ["UCILK_TRANSPORT"] = "nic"
    said = gdb(["break main", "run", "info ucilk", "ucilk bt", "kill"],
               ["-x", SCRIPT, program], 2)
    del os.environ["UCILK_TRANSPORT"]
    check("cluster, script: the workers of a rank's node", said, ">>> info ucilk",
          r"^\* 0 +\d+ +1 +running +0 +main\s+>>> ucilk bt",
          r"^Worker 0 \(process \d+\): running, main$", r"^#0 .*main \(",
          never=UNKNOWN + ["Worker 1", "Cannot read"])


def refusals(program, scratch):
    stripped = os.path.join(scratch, "stripped")
    subprocess.run(["strip", "-o", stripped, program], check=True)
    said = gdb(["info ucilk", "start", "info ucilk", "info ucilk 7",
                "file " + stripped, "info ucilk"], ["-x", SCRIPT, program])
    check("script: says why there are no tasks to list", said,
          r">>> info ucilk\s+The program is not being run\.$",
          r"^No thread of the program has spawned yet\.$",
          r"^`info ucilk' takes no arguments\.$",
          r"no symbol `uci_debugger_layout': it is not one of ucilk's, or it "
          r"was stripped", never=["Python Exception"])
    said = gdb(["help ucilk", "help ucilk tasks", "help ucilk workers"],
               ["-x", SCRIPT])
    check("script: help", said, "ucilk attach -- ", "ucilk tasks -- ",
          "What each worker", "detach-on-fork")


UNKNOWN = [r"\?\?", "corrupt stack", "previous frame", "Python Exception",
           r"\(no end\)", "Error occurred"]


def main():
    scratch = tempfile.mkdtemp()
    try:
        for cc in ("gcc", "clang"):
            for form in ("keywords", "macros"):
                program, source = compile_program(scratch, form, cc)
                one_worker(form + " by " + cc, program, source)
                future(form + " by " + cc, program, source)
                if form == "keywords":
                    steps(form + " by " + cc, program, source)
                    loop(form + " by " + cc, program, source)
                two_workers(form + " by " + cc, program, source)
            optimized("macros by %s -O2" % cc, *compile_program(scratch, "macros", cc, "-O2"))
        attached(program, source)
        dumped(program, source, scratch)
        cluster(os.path.join(HERE, "gdb", "session.c"), scratch)
        refusals(program, scratch)
    finally:
        shutil.rmtree(scratch)
    return n_failed != 0


sys.exit(main())
