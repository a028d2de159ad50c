#!/usr/bin/env python3
"""cluster.py BUILD [--mistakes]: UCILK_TRACE in programs for clusters.

Over processes of one machine, the simulated network, Open MPI, MPICH, and hosts
that are network namespaces: each event is there once, in order, and no effect
precedes its cause by more than the clocks' uncertainty.  All these clocks are
one; UCILK_TEST_CLOCK shifts them apart.  Seeded mistakes in the runtime show
that the checks find what they should."""

import collections
import json
import os
import re
import shutil
import struct
import sys

from traces import BUILD, HERE, PAGE, ROOT, RUNTIME, checks, command, report, rings, shown

CLOCK = "40:3000"  # 40 million ticks, and 3000 parts in a million, a node
NIC = {"UCILK_TRANSPORT": "nic", "UCILK_NWORKERS": "3"}
OPEN_MPI = "mpirun.openmpi --oversubscribe --bind-to none -n 3".split()
MPICH = "mpirun.mpich -n 3".split()
HOSTS = [ROOT + "/tests/cluster/hosts.sh", "2x1", "--"]
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


# --- What is checked ---

def disorder(ring, worker):
    """What is wrong in the order in which a worker has written its events."""
    idle, nap, stealing, last = ring[0][2] != 2, False, None, 0
    clocks = sum(kind == "clock" for _, kind, _ in ring[1:2])
    for k, (ticks, kind, argument) in enumerate(ring):
        where = "worker %d, event %d, %s" % (worker, k, kind)
        if (kind == "begin") != (k == 0):
            return where + ": not at its begin"
        if kind in ("none", "clock"):
            if kind == "none":
                return where
            continue
        if ticks < last and kind not in ("suspended", "awaits"):
            return where + ": %d ticks back" % (last - ticks)
        last = max(last, ticks)
        if stealing and kind != stealing:
            return where + " in place of " + stealing
        stealing = {"stealing": "published", "published": stealing and "stolen"}.get(kind)
        if kind == "stolen" and ring[k - 1][1] not in ("published", "clock"):
            return where + ": before it was begun"
        if kind == "stolen" and argument & 0xfffff == worker:
            return where + ": from itself"
        if (kind == "busy" and not idle or kind == "idle" and idle) and k > 1 + clocks:
            return where + ": twice"
        if (kind == "nap") != (kind in ("nap", "wake") and not nap):
            return where + ": twice"
        nap = kind == "nap" if kind in ("nap", "wake") else nap
        if nap and kind not in ("nap", "ready"):
            return where + ": asleep"
        idle = kind == "idle" if kind in ("idle", "busy") else idle
        if kind in ("suspended", "awaits", "taken", "child", "parent", "open", "close") and \
                idle:
            return where + ": idle"
    return None


def paradox(events, clock_of):
    """An effect that precedes its cause by more than the clocks may be wrong by.
    events: (time, worker, kind, argument); clock_of: a worker's node, and its clock's
    uncertainty."""
    of = collections.defaultdict(list)
    thread_of = {}  # that a worker is about to steal, named by its record
    for event in events:
        time, worker, kind, argument = event
        if kind == "stealing":
            thread_of[worker] = argument
        elif kind == "stolen":
            of["thread", thread_of[worker]].append(event)
        else:
            of[kind, argument].append(event)
    for list_ in of.values():
        list_.sort()

    # A thread that a message has brought is noted by who asked for it, at its next look at the
    # network, when its memory may have its next life already: so much later at most.
    NOTED = 0.2

    # Where an address had several lives the order of their events is known so well:
    whole = 2 * max([0] + [error for _, error in clock_of.values()])

    def late(cause, effect, n_lives=1):
        (node, one), (other, two) = clock_of[cause[1]], clock_of[effect[1]]
        bound = whole if n_lives > 1 else one + two if node != other else 0
        return cause[0] > effect[0] + bound + 5e-9

    n = 0
    opens = [event for event in events if event[2] == "open"]
    for (kind, argument), list_ in list(of.items()):
        if kind == "published":  # its child ends, whose result is taken
            children = of["child", argument]
            taken = of["taken", argument]
            if len(children) != len(list_):
                return "%d ends of %d children of %x" % (len(children), len(list_), argument)
            if taken and len(taken) != len(list_):
                return "%d results of %d children of %x" % (len(taken), len(list_), argument)
            for pair in list(zip(list_, children)) + list(zip(children, taken)):
                n += 1
                if late(*pair, len(list_)):
                    return "%s before %s" % (pair[1], pair[0])
        elif kind in ("child", "taken") and not of["published", argument]:
            return "%s without a steal" % (list_[0],)
        elif kind in ("resumed", "joined"):
            before = -1
            causes = of["suspended", argument] + of["awaits", argument] + of["ready", argument]
            for effect in sorted(of["resumed", argument] + of["joined", argument]):
                n += 1
                if not any(not late(cause, effect) and cause[0] > before - NOTED
                           for cause in causes):
                    return "%s without a cause" % (effect,)
                before = effect[0]
        elif kind == "thread":  # the thread was published before
            causes = of["published", argument] if argument > 2 else \
                opens
            for effect in list_:
                n += 1
                if all(late(cause, effect) for cause in causes):
                    return "%s before its thread was there" % (effect,)
    return None if n > 0 else "nothing is an effect"


def judge(name, stats, n_nodes, clock=None):
    """What is wrong with a trace of a run that has ended in order."""
    text, trace = shown(name)
    if "did not end" in text or "no events" in text or "not compared" in text:
        return text
    if [f for f in os.listdir(".") if f.startswith(name + ".")]:
        return "parts are left: %s" % os.listdir(".")
    found = rings(name)
    for i, ring in enumerate(found):
        wrong = disorder(ring, i)
        if wrong:
            return wrong
    n = collections.Counter(kind for ring in found for _, kind, _ in ring)
    if stats is not None:
        least = stats["suspends"] + stats["homecomings"]
        if n["stolen"] != stats["steals"]:
            return "steals: %d, %d" % (n["stolen"], stats["steals"])
        if n["child"] != stats["failed_pops"]:
            return "children: %d, %d" % (n["child"], stats["failed_pops"])
        if not least <= n["suspended"] + n["awaits"] <= least + stats["gets_suspended"]:
            return "suspended: %s, %d" % (n, least)
        if n["resumed"] + n["joined"] != n["suspended"] + n["awaits"]:
            return "resumed: %s" % n
        bytes_ = sum(a >> 20 for ring in found for _, kind, a in ring if kind == "stolen")
        if bytes_ != stats["steal_bytes"]:
            return "bytes: %d, %d" % (bytes_, stats["steal_bytes"])
    clocks = trace["otherData"]["clocks"]
    if len(clocks) != n_nodes - 1 or not all(c["measured"] and c["drift"] for c in clocks):
        return "clocks: %s" % clocks
    node_of = {e["tid"]: e["pid"] for e in trace["traceEvents"] if e["name"] == "thread_name"}
    clock_of = {i: (pid, clocks[pid - 2]["uncertainty"] if pid > 1 else 0)
                for i, pid in node_of.items()}
    if trace["otherData"]["uncertainty"] > 0.1 or len(node_of) != len(found):
        return "uncertainty: %s" % trace["otherData"]
    if clock:
        ppm = int(clock.split(":")[1])
        for c in clocks:
            error = 2e6 * c["uncertainty"] / trace["otherData"]["to"]
            if abs(c["ppm"] - ppm * c["worker"]) > 100 + 2 * error or c["offset"] < 0.003:
                return "clock of worker %(worker)d: %(offset)f, %(ppm)f" % c
    with open("out.txt", encoding="utf-8") as file:
        lines = [line.split() for line in file]
    events = [(float(t), int(w), kind, int(a)) for t, w, kind, a in lines]
    arrows = sum(e["ph"] == "s" for e in trace["traceEvents"])
    if arrows != n["stolen"] or len(events) != sum(map(len, found)):
        return "%d arrows, %d events" % (arrows, len(events))
    return paradox(events, clock_of)


def runs(*words, **settings):
    """A run, judged; another one where the machine was so busy that no thief came."""
    for _ in range(5):
        wrong = run(*words, **settings)
        if wrong != "nothing is an effect":
            break
    return wrong


def run(n_nodes, launcher=(), program="program", argument="mixed", counts=True, **settings):
    """A launcher of hosts passes no environment on."""
    settings = dict(settings, UCILK_TRACE="t", UCILK_TEST_TIMEOUT="50")
    if counts:
        settings["UCILK_STATS"] = "json:s"
    launcher = list(launcher)
    if HOSTS[0] in launcher and "mpirun.openmpi" in launcher:
        launcher += [word for name in settings for word in ("-x", name)]
    path = os.path.abspath(program)
    status, out, errors = command(*launcher, path, argument, **settings)
    # Open MPI, whose ssh has been faster than it.
    errors = "".join(line for line in errors.splitlines(True)
                     if line.strip() and "plm:rsh: Warning: setpgid" not in line)
    if status == 77:
        return "skip"
    if status or out != "done\n" or errors:
        return "status %d: %s%s" % (status, out, errors)
    stats = None
    if counts:
        with open("s", encoding="utf-8") as file:
            stats = json.load(file)
    return judge("t", stats, n_nodes, settings.get("UCILK_TEST_CLOCK"))


def badly_compared(name):
    """Worker 1's clock was compared when the machine was busy: all its events seem to be before
    the run, or behind it, and none is lost."""
    n = sum(kind == "stolen" for ring in rings(name) for _, kind, _ in ring)
    with open(name, "r+b") as file:
        size, = struct.unpack_from("<Q", file.read(PAGE), 16)
        first = PAGE + size + 112  # of ring 1: uci_trace_ring.first, and .last behind it
        for shift in (1 << 40, -1 << 41):
            for comparison in (first, first + 24):
                file.seek(comparison + 8)
                there, = struct.unpack("<q", file.read(8))
                file.seek(comparison + 8)
                file.write(struct.pack("<q", there + shift))
            file.flush()
            arrows = sum(e["ph"] == "s" for e in shown(name)[1]["traceEvents"])
            if arrows != n:
                return "%d arrows for %d steals" % (arrows, n)
    return None


def everywhere():
    for workers in ("1", "2", "4"):
        report("%s processes" % workers, runs(1, UCILK_NWORKERS=workers) if workers != "1" else
               # with one worker nothing is an effect
               (run(1, UCILK_NWORKERS="1") or "effects") != "nothing is an effect")
    shift = dict(NIC, UCILK_TEST_CLOCK=CLOCK)
    forced = dict(UCILK_TEST_STEAL="always", UCILK_TEST_SEED="1", UCILK_TRACE_SIZE="8M")
    report("nic", runs(3, **NIC))
    report("nic, a clock compared badly", badly_compared("t"))
    report("nic, clocks shifted", runs(3, program="test", **shift))
    report("nic, steals by message", runs(3, program="test", UCILK_STEAL="message", **shift))
    report("nic, 12 nodes", runs(12, program="test", **dict(shift, UCILK_NWORKERS="12")))
    report("nic, nodes of two", runs(2, program="test", **dict(
        shift, UCILK_NODE_SIZE="2", UCILK_NWORKERS="4")))
    for way in ("onesided", "message"):
        report("nic, forced steals, " + way, runs(
            3, program="test", argument="fib14", counts=False, UCILK_STEAL=way, **shift,
            **forced))
    for name, launcher in (("Open MPI", OPEN_MPI), ("MPICH", MPICH)):
        if not shutil.which(launcher[0]):
            print("skip: no", launcher[0])
            continue
        report(name + ", nodes of one", runs(3, launcher, "test", UCILK_NODE_SIZE="1",
                                             UCILK_TEST_CLOCK=CLOCK))
        report(name + ", one node", runs(1, launcher))
        wrong = runs(2, HOSTS + [launcher[0]], "test", UCILK_TEST_CLOCK=CLOCK)
        print("skip: no hosts") if wrong == "skip" else report(name + ", hosts", wrong)


# --- Ends in the middle, and errors ---

def parts():
    return sorted(f for f in os.listdir(".") if re.fullmatch(r"t\.\d+", f))


def clean():
    for name in parts() + ["t"] * os.path.exists("t"):
        os.unlink(name)


def ends_badly():
    for what, word in (("crash_away", "SIGSEGV"), ("kill", "SIGKILL")):
        for way, settings in (("processes", {"UCILK_NWORKERS": "3"}), ("nic", NIC)):
            clean()
            status, _, errors = command("./program", what, UCILK_TRACE="t", **settings)
            text, trace = shown("t")
            wanted = ["t.1", "t.2"] if way == "nic" else []
            wrong = (status == 0 or word not in errors or "did not end in order" not in text or
                     parts() != wanted or trace["otherData"]["to"] < 0.005 or
                     "no events" in text or "not compared" in text)
            report("%s, %s" % (what, way), wrong and (status, errors, parts(), text))
    # Parts from another host that are not there, or of another run; one alone.
    shutil.copy("t.1", "alone")
    os.rename("t.2", "kept")
    text, _ = shown("t")
    report("a part is missing", "no events of worker 2: copy the trace's part .2 from host "
           not in text and text)
    shutil.copy("kept", "t.2")
    with open("t.2", "r+b") as file:
        file.seek(11 * 8 + 256 + 8)
        data = open("t.2", "rb").read()
        run = data.index(b"program") + 256
        file.seek(run)
        file.write(b"\x55" * 8)
    text, _ = shown("t")
    report("a part of another run", "no events of worker 2" not in text and text)
    text, _ = shown("alone")
    report("a part alone", "this is the part of worker 1" not in text and text)
    clean()
    report("a forked child writes none", runs(3, argument="forks", counts=False, **NIC))


def apart():
    """Hosts without a common folder."""
    clean()
    script = """
        mpirun.openmpi -x UCILK_TRACE=/run/tmp/t $PWD/program mixed
        on h2 "ls /run/tmp/t*" && exit 1
        on h1 cat /run/tmp/t >whole
        mpirun.openmpi -x UCILK_TRACE=/run/tmp/t $PWD/program crash_away && exit 1
        on h1 cat /run/tmp/t >t
        on h2 cat /run/tmp/t.1 >t.1
        on h1 mkdir /run/tmp/sub
        mpirun.openmpi -x UCILK_TRACE=/run/tmp/sub/t $PWD/program mixed && exit 1
        on h1 "rmdir /run/tmp/sub"
        on h1 rm /run/tmp/t
        on h2 rm /run/tmp/t.1
        """
    status, _, errors = command(*HOSTS, "bash", "-c", script)
    if status == 77 or not shutil.which("mpirun.openmpi"):
        return print("skip: no hosts")
    wrong = status or not re.search("host h2: UCILK_TRACE=/run/tmp/sub/t: worker 1 cannot write "
                                    "the file /run/tmp/sub/t.1: No such file", errors)
    report("hosts apart: the second host cannot write", wrong and (status, errors))
    report("hosts apart", judge("whole", None, 2))
    text, trace = shown("t")
    report("hosts apart, a crash", ("did not end in order" not in text or "no events" in text or
                                    trace["otherData"]["to"] < 0.005) and text)


def refused(what, name, message, before="", **environment):
    """The program ends before main."""
    status, out, errors = command("bash", "-c", before + 'exec "$@"', "-", "./program", "fib14",
                                  UCILK_TRACE=name, **environment)
    errors = re.sub(r"(?m)^ucilk: transport.*\n", "", errors)
    left = [f for f in parts() + ["t"] if name == "t" and os.path.isfile(f)]
    report(what, (status != 1 or out or not re.search(message, errors) or
                  errors.count("\n") != 1 or left) and (status, out, errors, left))


def cannot_write():
    clean()
    for settings in ({"UCILK_NWORKERS": "2"}, NIC):
        way = settings.get("UCILK_TRANSPORT", "processes")
        refused("no such folder, " + way, "no/t", "UCILK_TRACE=no/t: worker 0 cannot write the "
                "file no/t: No such file", **settings)
        refused("a folder, " + way, ".", r"UCILK_TRACE=\.: worker 0 cannot .*: not a regular file",
                **settings)
        refused("no room, " + way, "t", "no room for .* of worker 0: File too large; lower "
                "UCILK_TRACE_SIZE", "ulimit -f 40000; ", UCILK_TRACE_SIZE="32M",
                UCILK_STACK_SIZE="64K", UCILK_EVAC_SIZE="1M", **settings)
    os.mkdir("t.1")
    refused("a part cannot be made", "t", "UCILK_TRACE=t: worker 1 cannot write the file t.1: "
            "not a regular file", **NIC)
    os.rmdir("t.1")


# --- Seeded mistakes ---

PUT = "    uint64_t n = uci_load_relaxed(&ring->n);\n"
LAST = "    uci_store_release(&ring->n, n + 1);\n"
EVERY = "    static unsigned k;\n    if (++k % 40 == 0)\n        "
# What is wrong, the file, its text, what replaces it.
MISTAKES = [
    ("every 40th event is dropped", "trace/trace.c", PUT, EVERY + "return;\n" + PUT),
    ("every 40th event is there twice", "trace/trace.c", LAST,
     LAST + EVERY + "put(ring, ticks, event, argument);\n"),
    ("two events are in the wrong order", "trace/trace.c", LAST, LAST + EVERY +
     """{
        struct uci_trace_event *e = &ring->events[n], copy = e[0];
        e[0] = e[-1];
        e[-1] = copy;
    }
"""),
    ("a steal is not noted", "cluster/sched/steal_far.c",
     "    uci_trace(stolen, victim | uci_stolen_bytes(stolen)\n"
     "                                   << UCI_TRACE_BYTES_SHIFT);\n", ""),
    ("a resumption of another node's thread is noted as nobody's", "cluster/sched/thread.c",
     "    uci_trace_at(now, joined, (uintptr_t)uci_ref_pointer(thread));\n",
     "    if (uci_is_near(uci_ref_rank(thread)))\n"
     "        uci_trace_at(now, joined, (uintptr_t)uci_ref_pointer(thread));\n"),
    ("a child's end is noted twice", "sched/join.c",
     "    uci_trace(child, (uintptr_t)uci_ref_pointer(ref));\n",
     2 * "    uci_trace(child, (uintptr_t)uci_ref_pointer(ref));\n"),
    ("a child's publication is stamped late", "cluster/sched/steal_far.c",
     "    uci_trace(published, (uintptr_t)uci_ref_pointer(child));\n",
     "    uci_trace_at(uci_ticks() + 100000000, published,\n"
     "                 (uintptr_t)uci_ref_pointer(child));\n"),
    ("a rank's last event is not sent", "cluster/trace/trace.c",
     "at < end; at += PIECE)\n"
     "        send(at, (char *)own + at, end - at < PIECE ? end - at : PIECE);",
     "at < end - 16; at += PIECE)\n"
     "        send(at, (char *)own + at, end - 16 - at < PIECE ? end - 16 - at : PIECE);"),
    ("events go into another rank's ring", "cluster/trace/trace.c",
     "memcpy((char *)ring_of(from) + at",
     "memcpy((char *)ring_of(uci_world->n_workers - from) + at"),
    ("the clock that is compared is not the trace's", "cluster/trace/clocks.c",
     "uint64_t clock = uci_trace_clock(uci_ticks());", "uint64_t clock = uci_ticks();"),
    ("clocks are not compared at the end", "cluster/trace/trace.c",
     "    if (uci_transport)\n        uci_clocks_compare_again(PATIENCE_MS);\n", ""),
    ("a node's clock is taken to be compared with rank 0's", "cluster/trace/trace.c",
     "ring_of(children[i].ranks[k])->above = i;", ";"),
]


def library(path, old, new):
    """The test library with a mistake, as an object."""
    parts_of = BUILD + "/runtime/CMakeFiles/ucilk_cluster_test_parts.dir/"
    with open(RUNTIME + path, encoding="utf-8") as file:
        source = file.read()
    if source.count(old) != 1:
        raise ValueError("%s: the text is there %d times" % (path, source.count(old)))
    with open("wrong.c", "w", encoding="utf-8") as file:
        file.write(source.replace(old, new))
    flags = re.findall(r"^C_(?:DEFINES|INCLUDES|FLAGS) = (.*)$", open(
        parts_of + "flags.make", encoding="utf-8").read(), re.M)
    flags = [word.replace("\\", "") for line in flags for word in line.split()]
    objects = [os.path.join(folder, name) for folder, _, names in os.walk(parts_of)
               for name in names if name.endswith(".o") and os.path.exists(
                   RUNTIME + os.path.relpath(os.path.join(folder, name), parts_of)[:-2])]
    objects.remove(parts_of + path + ".o")
    for words in (["gcc"] + flags + ["-w", "-c", "wrong.c", "-o", "wrong.o"],
                  ["ld", "-r", "-T", RUNTIME + "private.ld", "-z", "noexecstack", "-o",
                   "library.o", "wrong.o"] + objects):
        status, _, errors = command(*words)
        if status:
            raise ValueError(errors)


def mistakes():
    for what, path, old, new in MISTAKES:
        library(path, old, new)
        command("gcc", "program.o", "library.o", "-lm", "-pthread", "-o", "wrong")
        found = None
        for _ in range(3):  # a mistake may not show at once
            clean()
            try:
                # the clock of worker 9 is compared with that of worker 8
                n = 10 if "compared with rank 0" in what else 3
                found = run(n, program="wrong", UCILK_TEST_CLOCK=CLOCK,
                             **dict(NIC, UCILK_NWORKERS=str(n)))
            except ValueError as error:
                found = str(error)
            if found:
                break
        report("found: " + what, not found and "no")
        if "--mistakes" in sys.argv:
            print("     ", found)


checks.ucilkcc("--ucilk-cluster", "-O2", "-c", HERE + "/program.c", "-o", "program.o")
checks.ucilkcc("--ucilk-cluster", "program.o", "-o", "program")
checks.must(["gcc", "program.o", BUILD + "/lib/libucilk_cluster_test.a", "-lm", "-pthread",
             "-Wl,-rpath," + BUILD + "/lib/ucilk", "-o", "test"])
if "--mistakes" not in sys.argv:
    everywhere()
    ends_badly()
    apart()
    cannot_write()
clean()
mistakes()
checks.end()
