#!/bin/bash
# pinned.sh BUILD: where the network pins memory (transport nic, told to) a rank
# registers 64 MiB, and more as its heap grows.
set -euo pipefail

build=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$build/bin/ucilkcc" --ucilk-cluster -O2 "$here/../cluster/programs/heap.c" -o "$scratch/heap"
export UCILK_TRANSPORT=nic UCILK_NWORKERS=3 UCILK_NIC_PIN=1 UCILK_TEST_TIMEOUT=100
export UCILK_STATS=json:$scratch/stats
mib=$((1 << 20))

# registers FUTURES LEAST MOST: in all ranks, in MiB.
registers() {
    local n
    [ "$("$scratch/heap" "$1")" = right ] || { echo "FAIL $1 futures: wrong"; exit 1; }
    n=$(sed -n 's/.*"registered": \([0-9]*\).*/\1/p' "$scratch/stats")
    [ $((n / mib)) -ge "$2" ] && [ $((n / mib)) -le "$3" ] || {
        echo "FAIL $1 futures of 512 KiB: $n bytes registered, not $2 to $3 MiB"
        exit 1
    }
    echo "ok $1 futures of 512 KiB, 3 ranks: $((n / mib)) MiB registered"
}

registers 10 192 192
registers 300 $((150 + 128)) $((3 * 64 + 2 * 150 * 2))
UCILK_STACK_SIZE=128M registers 10 $((3 * 160)) $((3 * 192))
UCILK_EVAC_SIZE=16M registers 10 60 90
UCILK_NIC_PIN=0 registers 10 $((3 * 16384)) $((3 * 17408))
