"""What run.py and cluster.py have in common: traces, read with the tool and without it."""

import json
import os
import re
import struct
import subprocess
import sys
import xml.dom.minidom

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import checks
from checks import failed

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../.."))
RUNTIME = ROOT + "/runtime/"
BUILD = os.path.abspath(sys.argv[1])
EVENTS = re.findall(r"^EVENT\((\w+)", open(
    RUNTIME + "trace/events.def", encoding="utf-8").read(), re.M)
PAGE = 4096


def report(what, wrong=None):
    checks.check(what, not wrong, wrong)


def command(*words, **environment):
    """Status, output, errors."""
    done = subprocess.run(words, text=True, timeout=60, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                          env=dict(os.environ, **environment))
    return done.returncode, done.stdout, done.stderr


def ucilk(*words):
    return command(BUILD + "/bin/ucilk", *words)


def rings(name):
    """The rings of a trace of one file, as they were written: (ticks, event, argument); None for
    one that has wrapped."""
    with open(name, "rb") as file:
        data = file.read()
    n_rings, size = struct.unpack_from("<IQ", data, 12)
    found = []
    for i in range(n_rings):
        at = PAGE + i * size
        n, capacity = struct.unpack_from("<QQ", data, at)
        words = [struct.unpack_from("<QQ", data, at + PAGE + 16 * k) for k in range(n)] \
            if n <= capacity else None
        found.append(words and [(ticks, EVENTS[word & 255], word >> 8) for ticks, word in words])
    return found


def shown(name):
    """Summary and JSON of a trace, after a look at all kinds of output."""
    status, text, errors = ucilk("trace", name)
    if status or errors or "busy workers:" not in text:
        raise ValueError("summary: status %d: %s" % (status, errors or text))
    status, _, errors = ucilk("trace", name, "--svg", "out.svg", "--json", "out.json",
                              "--events", "out.txt")
    if status or errors:
        raise ValueError("status %d: %s" % (status, errors))
    xml.dom.minidom.parse("out.svg")
    with open("out.json", encoding="utf-8") as file:
        return text, json.load(file)
