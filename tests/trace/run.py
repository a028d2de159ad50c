#!/usr/bin/env python3
"""run.py BUILD: what UCILK_TRACE writes, and what `ucilk trace' says of it.

The events are read here, too, and compared with the counters of UCILK_STATS
and with the spans of --json.  cluster.py does the same for programs for clusters."""

import collections
import json
import os
import re
import signal
import struct
import subprocess
import time

from traces import HERE, PAGE, checks, command, report, rings, shown, ucilk


def program(what, trace, **environment):
    return command("./program", what, UCILK_TRACE=trace, **environment)


def idle_of(spans, begin, end):
    """The idle seconds of a worker with these spans; they are in order, and what
    is not in one is idle, too.  None if they overlap."""
    busy, at = 0, begin
    for span in spans:
        if span["ts"] < at - 0.002:
            return None
        at = span["ts"] + span["dur"]
        busy += span["dur"] * (span["cat"] == "busy")
    return None if at > end + 0.002 else (end - begin - busy) / 1e6


def exact(what, workers, **environment):
    """Times and numbers are those of UCILK_STATS. A worker may lose its CPU between
    the two readings of a time, so times must agree in one run of some."""
    for _ in range(8):
        wrong = compare(what, workers, **environment)
        if not wrong or wrong[0][0] not in ("idle", "time"):
            break
    report("%s on %d workers" % (what, workers), wrong)


def compare(what, workers, **environment):
    status, _, errors = program(what, "t", UCILK_NWORKERS=str(workers),
                                UCILK_STATS="json:s", **environment)
    if status or errors:
        return ["status %d: %s" % (status, errors)]
    with open("s", encoding="utf-8") as file:
        stats = json.load(file)
    text, trace = shown("t")
    found = rings("t")
    if None in found:
        return ["wrapped"]
    n = collections.Counter(kind for ring in found for _, kind, _ in ring)
    n["suspended"] += n["awaits"]
    wrong = []
    if n["stolen"] != stats["steals"]:
        wrong.append(("steals", n["stolen"], stats["steals"]))
    # A get counts before it finds that the future is done after all.
    least = stats["suspends"] + stats["homecomings"]
    if not least <= n["suspended"] <= least + stats["gets_suspended"]:
        wrong.append(("suspended", n["suspended"], least, stats["gets_suspended"]))
    # Each once; UCILK_TEST_STEAL moves continuations by the ready queue, too.
    if n["resumed"] + n["joined"] != n["suspended"] and not environment:
        wrong.append(("resumed", n["resumed"], n["joined"], n["suspended"]))
    end = trace["otherData"]["to"] * 1e6
    spans = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            spans[event["tid"]].append(event)
    if stats["workers"] != len(found):
        wrong.append(("workers", stats["workers"], len(found)))
    last = re.findall(r"^  (?:all|0 \(guest\)) +([\d.]+) % +([\d.]+) % +[\d.]+ % +(\d+)", text,
                      re.M)[-1]
    if abs(float(last[0]) + float(last[1]) - 100) > 0.02 or int(last[2]) != stats["steals"]:
        wrong.append(("summary", last))
    if "did not end" in text or "overwritten" in text:
        wrong.append(text)
    idle = [idle_of(spans[i], 0, end) for i in range(len(found))]
    seconds = stats["seconds"]
    if None in idle:
        wrong.append("spans overlap")
    elif abs(sum(idle) - stats["idle_seconds"]) > 0.01 * seconds + 1e-4:
        wrong.append(("idle", sum(idle), stats["idle_seconds"]))
    if abs(end / 1e6 - seconds) > 0.01 * seconds + 1e-4:
        wrong.append(("time", end / 1e6, seconds))
    return wrong


def ends_badly():
    status, _, errors = program("crash", "t", UCILK_NWORKERS="2")
    text, trace = shown("t")
    report("a crash", (status != -signal.SIGSEGV or "SIGSEGV" not in errors or
                       "did not end in order" not in text or
                       trace["otherData"]["to"] <= 0) and (status, errors, text))
    for workers in ("1", "2"):
        if os.path.exists("k"):
            os.remove("k")
        run = subprocess.Popen(["./program", "forever"], env=dict(
            os.environ, UCILK_TRACE="k", UCILK_NWORKERS=workers))
        while not os.path.exists("k") and run.poll() is None:
            time.sleep(0.1)
        time.sleep(0.4)
        text, _ = shown("k")
        wrong = "did not end in order" not in text and "while it runs: " + text
        run.send_signal(signal.SIGKILL)
        run.wait()
        text, trace = shown("k")
        to = trace["otherData"]["to"]
        if "did not end in order" not in text or not 0 < to < 60:
            wrong = text
        report("SIGKILL, %s workers" % workers, wrong)


def wraps():
    status, _, errors = program("futures", "t", UCILK_NWORKERS="2", UCILK_TRACE_SIZE="4K",
                                UCILK_TEST_STEAL="always")
    text, trace = shown("t")
    data = trace["otherData"]
    wrong = status or errors or None not in rings("t") or \
        "complete from " not in text or not 0 < data["complete_from"] < data["to"]
    for i in (0, 1):
        spans = [e for e in trace["traceEvents"] if e["ph"] == "X" and e["tid"] == i]
        begin, end = data["complete_from"] * 1e6, data["to"] * 1e6
        covered = sum(e["dur"] for e in spans)
        wrong = wrong or idle_of(spans, begin, end) is None or \
            abs(covered - (end - begin)) > 0.01 * (end - begin)
    report("a ring that has wrapped", wrong and text)


def refused(what, name, message, **environment):
    """The program ends before it has run."""
    status, out, errors = program("fib", name, **environment)
    report(what, (status != 1 or out or message not in errors or errors.count("\n") != 1) and
           (status, out, errors))


def cannot_write():
    refused("a folder that is not there", "nowhere/t",
            "ucilk: UCILK_TRACE=nowhere/t: cannot write the file: No such file")
    refused("a folder", ".", "ucilk: UCILK_TRACE=.: not a regular file")
    refused("a device", "/dev/full", "UCILK_TRACE=/dev/full: not a regular file")
    refused("a size", "t", "UCILK_TRACE_SIZE=1: not a size", UCILK_TRACE_SIZE="1")
    os.mkdir("closed")
    os.chmod("closed", 0o555)
    if os.getuid() != 0:
        refused("a folder without the right to write", "closed/t", "Permission denied")
    status, _, errors = program("fib", "")
    report("an empty name is none", (status or errors) and (status, errors))


def unread(what, name, message):
    status, out, errors = ucilk("trace", name)
    report(what, (status != 1 or out or not errors.startswith("ucilk: %s: " % name) or
                  message not in errors or errors.count("\n") != 1) and (status, out, errors))


def cannot_read():
    program("fib", "t", UCILK_NWORKERS="2")
    with open("t", "rb") as file:
        data = file.read()

    def write(name, content):
        with open(name, "wb") as other:
            other.write(content)
    unread("a file that is not there", "none", "No such file or directory")
    unread("a folder", ".", "not a trace")
    write("empty", b"")
    unread("an empty file", "empty", "not a trace")
    write("text", b"not a trace\n" * 1000)
    unread("another file", "text", "not a trace")
    write("cut", data[:-4096])
    unread("a trace that is cut off", "cut", "cut off")
    write("head", data[:100])
    unread("a part of its head", "head", "not a trace")
    write("other", data[:8] + struct.pack("<I", 99) + data[12:])
    unread("another version", "other", "version 99")
    write("kind", data[:2 * PAGE + 8] + b"\xff" + data[2 * PAGE + 9:])
    unread("an event that is none", "kind", "damaged")
    write("ring", data[:PAGE + 8] + struct.pack("<Q", 3) + data[PAGE + 16:])
    unread("a ring of another size", "ring", "damaged")
    for words, message in (((), "no command"), (("--no",), "no such command"),
                           (("trace",), "which file"), (("trace", "t", "--no"), "no such option"),
                           (("trace", "t", "--svg"), "no file behind")):
        status, _, errors = ucilk(*words)
        report("ucilk " + " ".join(words), (status != 2 or message not in errors) and errors)
    status, _, errors = ucilk("trace", "t", "--svg", "nowhere/o.svg")
    report("an output that cannot be written", (status != 1 or "nowhere/o.svg" not in errors) and
           errors)
    status, _, errors = ucilk("trace", "t", "--json", "/dev/full")
    report("a full disk", (status != 1 or "No space left" not in errors) and errors)


def several_processes():
    status, _, errors = program("forks", "t", UCILK_NWORKERS="2", UCILK_STATS="json:s")
    text, _ = shown("t")
    with open("s", encoding="utf-8") as file:
        steals = json.load(file)["steals"]
    n = sum(kind == "stolen" for ring in rings("t") for _, kind, _ in ring)
    report("a forked child writes nothing", (status or errors or n != steals or
                                             "did not end" in text) and text)
    # A second run takes the name, not the memory that the first still writes.
    run = subprocess.Popen(["./program", "forever"], env=dict(os.environ, UCILK_TRACE="two"))
    time.sleep(0.2)
    status, _, errors = program("fib", "two")
    time.sleep(0.1)
    lives = run.poll() is None
    run.kill()
    run.wait()
    text, _ = shown("two")
    report("two runs with one name", (status or errors or not lives or "did not end" in text) and
           text)


checks.ucilkcc("-O2", HERE + "/program.c", "-o", "program")
for workers in (1, 2, 4):
    for what in ("fib", "regions", "futures", "threads"):
        exact(what, workers)
exact("regions", 2, UCILK_TEST_STEAL="always", UCILK_TRACE_SIZE="64M")
ends_badly()
wraps()
cannot_write()
cannot_read()
several_processes()
checks.end()
