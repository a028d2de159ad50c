#!/bin/bash
# run.sh [--nightly] BUILD [PART...]: what happens when programs go wrong, or
# do what programs may do around tasks.  Each part is a file part_PART.sh, all
# of them by default; docs/faults.md lists what they assert.  --nightly runs
# the long form of those that have one: `memory' for 10 minutes, `point' with
# more passages and seeds.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
nightly=""
[ "${1:-}" != --nightly ] || { nightly=1; shift; }
[ $# -ge 1 ] || { echo "usage: run.sh [--nightly] BUILD [PART...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
shift
parts=("$@")
[ $# -gt 0 ] || parts=(process task option limit confined around point memory)
. "$here/common.sh"

for part in "${parts[@]}"; do
    began=$(date +%s)
    . "$here/part_$part.sh"
    echo "   $part: $(($(date +%s) - began)) s"
done

echo "$n_failed failed"
[ $n_failed = 0 ]
