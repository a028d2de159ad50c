#!/usr/bin/env python3
"""pictures.py BUILD [--write]: the tools make the pictures in the documents.

Runs the commands that have made docs/timeline.svg, docs/timeline_hosts.svg and
docs/scale.svg. A picture made now differs from the one in docs in its numbers
alone; if in more, the tool has changed since: --write puts the new ones into docs,
on a quiet machine with two CPUs. Status 77 if two hosts cannot be made here.
"""
import os
import pathlib
import re
import shutil
import sys
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, ROOT, check, end, execute, scratch  # noqa: E402

HOSTS = f"{ROOT}/tests/cluster/hosts.sh"
SECONDS = 240
CC = f"{BUILD}/bin/ucilkcc -O3 -I{ROOT}/examples {ROOT}/examples"
UCILK = f"{BUILD}/bin/ucilk"

PICTURES = {
    "timeline": [
        f"{CC}/lcs.c -o lcs",
        "env UCILK_NWORKERS=2 UCILK_TRACE=t ./lcs -n 16384 -C 512",
        f"{UCILK} trace t --svg timeline.svg"],
    "timeline_hosts": [
        f"{CC}/uts.c --ucilk-cluster -o uts -lnettle -lm",
        f"{HOSTS} 2x2 -- mpirun.openmpi -x UCILK_TRACE=@/t ./uts",
        f"{UCILK} trace t --svg timeline_hosts.svg"],
    "scale": [
        f"{CC}/lcs.c --ucilk-tool=scale -o lcs",
        f"{UCILK} scale --runs 3 --workers 1,2,4 --svg scale.svg ./lcs -n 65536 -C 1024"],
}


def form(name):
    """What does not depend on the run: kinds of elements with their attributes, and
    the words of titles and legends."""
    picture = xml.dom.minidom.parse(name)
    kinds = {(e.tagName, *sorted(e.attributes.keys())) for e in picture.getElementsByTagName("*")}
    words = set()
    for text in picture.getElementsByTagName("text"):
        label = "".join(n.data for n in text.childNodes if n.nodeType == n.TEXT_NODE)
        label = re.sub(r"[\d.]+( (ns|us|ms|s)\b)?", "#", label)
        if re.search(r"[a-z]", label):
            words.add(label)
    return kinds, words


def make(name):
    for command in PICTURES[name]:
        words = command.replace("@", str(scratch)).split()
        done = execute(words, limit=SECONDS)
        if done.returncode == 77 and words[0] == HOSTS:
            sys.exit(77)
        if done.returncode:
            return done
    made, kept = f"{name}.svg", f"{ROOT}/docs/{name}.svg"
    if "--write" in sys.argv:
        shutil.move(made, kept)
        return None
    new, old = form(made), form(kept)
    differences = [f"only in the {where} picture: {sorted(a - b)}"
                   for where, x, y in (("new", new, old), ("old", old, new))
                   for a, b in zip(x, y) if a - b]
    return "\n".join(differences + ["pictures.py --write makes it anew"]) if differences else None


os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])  # as in docs
for name in PICTURES:
    fault = make(name)
    check(f"docs/{name}.svg", not fault, fault)
end()
