#!/usr/bin/env python3
"""messages.py [BUILD] [--list]: docs/troubleshooting.md has every message.

A message is the format of a call of a function in CALLS, anywhere in runtime/,
macros/ and ucilk/, or a text in a function of PARTS, which another message
ends with.  In the document each message is in the first column of a table below
"## Messages", as code, with words in capitals for what the program fills in.
Each message of the source must be there, and each one there must be in the source.

--list prints the messages of the source.  BUILD is not used.
"""

import os
import re
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
DOCUMENT = "docs/troubleshooting.md"
FOLDERS = ["runtime", "macros", "ucilk"]
# The last two: MPI's plug-ins and the simulated network call by
# struct uci_net_host.
CALLS = r"(?:\b(?:uci_fatal|uci_message|ucilk_serial_fail|fatal)|->message)"
# Ways around them, which nobody goes but these files; Cilk_die prints the program's own.
AROUND = (r"\b(?:perror\s*\(|fput[sc]\s*\([^;]*\bstderr\b"
          r"|(?:[fd]printf|write)\s*\(\s*(?:stderr|STDERR_FILENO|2)\b)")
MAY = ["runtime/base/message.c", "ucilk/compat/cilk-lib.h"]
PARTS = {
    "runtime/base/helper.c": "uci_helper_remedy",
    "runtime/cluster/start/identity.c": "uci_identity_difference",
    "runtime/report/stats.c": "diagnose",
    "runtime/net/heartbeat.c": "describe",
}
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
COMMENT = re.compile(LITERAL + r"|'(?:[^'\\]|\\.)'|//[^\n]*|/\*.*?\*/", re.S)
# Literals, and macros that are literals: PRIu64, UCI_WORKER_KIND.
FORMAT = re.compile(rf"\s*(?:(?:{LITERAL}|[A-Z]\w+)\s*)+")
CONVERSION = re.compile(r"%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j)?[a-zA-Z]")
PERCENT = "\1"  # for %%


def code_of(path):
    """The text without comments."""
    def keep(match):
        text = match.group()
        return text if text[0] in "\"'" else "\n" * text.count("\n") or " "
    with open(path, encoding="utf-8") as file:
        return COMMENT.sub(keep, file.read())


def literal_at(code, at):
    """The string at a place of the code, or None."""
    match = FORMAT.match(code, at)
    if not match or '"' not in match.group():
        return None
    text = ""
    for token in re.findall(rf"{LITERAL}|\w+", match.group()):
        if token[0] == '"':
            text += token[1:-1].replace('\\"', '"').replace("\\n", "\n")
        else:
            text += "lu" if token.startswith("PRI") else "%s"
    return text


def body_of(code, function):
    start = re.search(rf"\b{function}\([^;{{]*\)\s*{{", code).end()
    return start, code.index("\n}\n", start)


def messages():
    """(place, format) of all; the second is None where it cannot be seen."""
    found = []
    for folder in FOLDERS:
        for path, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
            for name in sorted(names):
                if not re.search(r"\.(c|h|S)$", name):
                    continue
                full = os.path.join(path, name)
                file = os.path.relpath(full, ROOT)
                code = code_of(full)
                at = [m.end() for m in re.finditer(CALLS + r"\s*\(", code)
                      if not re.match(r"\s*const char \*", code[m.end():])]
                if file not in MAY:
                    at += [m.start() for m in re.finditer(AROUND, code)]
                if file in PARTS:
                    first, end = body_of(code, PARTS[file])
                    at += [m.end() for m in re.finditer(
                        r"\breturn(?= *\")|(?:256,|\] =)(?=\s*\")", code)
                        if first < m.start() < end]
                for place in at:
                    line = code.count("\n", 0, place) + 1
                    found.append((f"{file}:{line}", literal_at(code, place)))
    return found


def pattern_of(text):
    """What a row says instead of the format."""
    text = " ".join(text.replace("%%", PERCENT).split())
    one = CONVERSION.pattern
    pieces = re.split(rf"(?:{one})+(?::{one})*", text)  # %s:%d is a place
    pieces = [re.escape(p.replace(PERCENT, "%")) for p in pieces]
    return re.compile(" ?[A-Z]*(?::[A-Z]+)*".join(pieces))


def rows():
    """The messages in the document's tables."""
    with open(os.path.join(ROOT, DOCUMENT), encoding="utf-8") as file:
        part = file.read().split("\n## Messages\n")[1]
    for line in part.split("\n"):
        if line.startswith("| `"):
            cell = line[1:].split(" | ")[0]
            for _, text in re.findall(r"(`+)(.+?)\1(?!`)", cell):
                yield text.strip()


def main():
    found = messages()
    if "--list" in sys.argv:
        for place, text in found:
            print(f"{place}: {text}")
        return 0
    failures = []
    unused = list(rows())
    texts = set(unused)
    for place, text in found:
        if text is None:
            failures.append(f"{place}: a message that tests/docs/messages.py "
                            "cannot see: call uci_message or uci_fatal, with "
                            "a literal")
            continue
        pattern = pattern_of(text)
        matching = {t for t in texts if pattern.fullmatch(t)}
        if not matching:
            failures.append(f"{place}: {DOCUMENT} has no row for: {text}")
        unused = [t for t in unused if t not in matching]
    for text in unused:
        failures.append(f"{DOCUMENT}: no message of the source is: {text}")
    for failure in failures:
        print(failure)
    print(f"messages: {len(found)} in the source, {len(texts)} in the document,"
          f" {len(failures)} failures")
    return 1 if failures or len(found) < 100 else 0


sys.exit(main())
