#!/bin/bash
# BUILD PROGRAM DIRECTORY: what malloc gives under `ulimit -d' and `ulimit -v':
# nearly all there is, NULL with ENOMEM beyond, and the same again when it was
# freed.
set -u
program=$2
status=0

# limited WHAT KIB WORKERS LEAST MOST
limited() {
    local out
    out=$(ulimit "$1" "$2" && UCILK_NWORKERS=$3 UCILK_STACK_SIZE=16M \
        UCILK_EVAC_SIZE=16M timeout 60 "$program" "$4" "$5" 2>&1)
    if [ "$out" != "5000 700000 20000000 ok" ]; then
        echo "ulimit $1 $2, $3 workers: $out"
        status=1
    fi
}

for workers in 1 2; do
    limited -d 150000 $workers 80 146
    limited -v 500000 $workers 60 490
done
exit $status
