#!/bin/bash
# refused_maps.sh BUILD PROGRAM: each is refused by a message that names it.
set -euo pipefail

program=$2
export UCILK_NWORKERS=2 UCILK_TEST_STEAL=always

refused() { # ARGUMENT MESSAGE
    if "$program" "$1" 2>err || ! grep -q "^ucilk: $2 cannot be done" err; then
        echo "refused_maps.sh: $1"
        cat err
        exit 1
    fi
}
refused fixed 'mmap with MAP_FIXED where nothing is mapped'
refused noreplace 'mmap with MAP_FIXED where nothing is mapped'
refused 32bit 'mmap with MAP_32BIT'
refused growsdown 'mmap with MAP_GROWSDOWN'
refused mremap 'mremap to a given address'
refused shmat 'shmat at a given address'
for early in fixed noreplace 32bit shmat; do
    "$program" $early before || {
        echo "refused_maps.sh: $early before the first spawn"
        exit 1
    }
done
for alone in fixed 32bit mremap; do
    UCILK_NWORKERS=1 "$program" $alone
done
