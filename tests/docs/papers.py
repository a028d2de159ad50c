#!/usr/bin/env python3
"""papers.py BUILD: bench/papers.sh and docs/papers.md belong together.

Every entry that the script lists has its place in the document, by a picture or tables; these
are those that the kept results give; and the entries that take seconds run, in the smallest
size, with right answers and efficiencies that are possible.
"""
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, ROOT, check, end, must  # noqa: E402

LONG = {"u2-f11", "u2-f12"}  # a target that looks every 10 ms
RANKS = {"u1-f10", "u2-t3", "u2-f13"}  # need Open MPI for what else they have


def papers(*options):
    return must([f"{ROOT}/bench/papers.sh", *options], limit=250).stdout


def sections(text):
    """{entry: its tables}, of what the script prints."""
    parts = re.split(r"\n(\w+-[tf]\d+): [^\n]*\n", text)
    return {name: tables.strip() for name, tables in zip(parts[1::2], parts[2::2])}


def document():
    """The entries in their order, and {entry: its tables}, of those that have some."""
    with open(f"{ROOT}/docs/papers.md", encoding="utf-8") as file:
        text = file.read()
    names = re.findall(r"(?:<!-- |\(papers-)(\w+-[tf]\d+)\b", text)
    found = re.findall(r"<!-- (\w+-[tf]\d+) -->\n(.*?)<!-- end -->", text, re.DOTALL)
    return list(dict.fromkeys(names)), {name: tables.strip() for name, tables in found}


names = [line.split()[0] for line in papers("--list").splitlines()]
placed, tables_of = document()
check("docs/papers.md has every entry, in this order", placed == names)
with tempfile.TemporaryDirectory() as folder:
    kept = sections(papers("--no-runs", "--svg", folder))
    drawn = {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}
AGAIN = "bench/papers.sh --no-runs --write puts them there; now:"
for name, tables in tables_of.items():
    check(f"{name}: the tables of docs/papers.md", tables == kept[name], f"{AGAIN}\n{kept[name]}")
check("each entry without tables has a picture",
      {f"papers-{name}.svg" for name in set(names) - set(tables_of)} == set(drawn))
for name, picture in drawn.items():
    check(f"docs/{name}", pathlib.Path(ROOT, "docs", name).read_text() == picture, AGAIN, name)
short = papers("--no-runs", "--short", "u1-f11")
check("--short has efficiencies alone", re.search(r"[\d.]+ % ±", short) and " s," not in short, short)

tiny = sections(papers("--tiny", BUILD, *[name for name in names if name not in LONG]))
check("all entries run", sorted(tiny) == sorted(set(names) - LONG), *tiny)
for name, tables in tiny.items():
    efficiencies = [float(part) for part in re.findall(r" s, ([\d.]+) %", tables)]
    rows = re.findall(r"^\| (?!paper:|---).*\| (?:[^|]* )?[\d.,]+( \w+)? \|$", tables,
                      re.MULTILINE)
    check(f"{name}: has figures, and none is above 100 %",
          (efficiencies or rows or name in RANKS) and all(0 < e <= 101 for e in efficiencies),
          tables)
end()
