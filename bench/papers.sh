#!/usr/bin/env bash
# papers.sh [OPTION]... [BUILD] [ENTRY]...: the tables and figures of four papers, with
# this runtime: measured here, simulated, and beside what the papers have
# (docs/papers.md).  --help says what there is.
exec python3 -B "$(dirname "$0")/papers/papers.py" "$@"
