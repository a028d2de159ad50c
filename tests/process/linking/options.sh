#!/bin/bash
# options.sh BUILD: a program of one process accepts the options that apply to it, and
# prints a message for all others and for wrong values.
. "$(dirname "$0")/link.sh"

compile "tasks.c" "$ucilkcc" -O2 "$here/main.c" "$here/tasks.c" -o options || exit 0
wanted="UCILK_HELP UCILK_NWORKERS UCILK_STACK_SIZE UCILK_STATS UCILK_TEST_KILL UCILK_TEST_SEED"
wanted+=" UCILK_TEST_STEAL UCILK_TEST_STOP UCILK_TEST_TIMEOUT UCILK_TRACE UCILK_TRACE_SIZE UCILK_TRANSPORT "
found=$(UCILK_HELP=1 timeout 60 ./options | sed -nE 's/^  (UCILK_[A-Z_]+).*/\1/p' | sort | tr '\n' ' ')
if [ "$found" = "$wanted" ]; then
    echo "ok UCILK_HELP=1"
else
    echo "FAIL UCILK_HELP=1: $found"
fi

# refused NAME VALUE MESSAGE: one line.
refused() { says "$1=$2 is refused" 1 "ucilk: $1$any$3$any" env "$1=$2" ./options; }

for option in EVAC_SIZE=1M VERBOSE=1 MPI=auto PLUGINS=/tmp SILENCE=30 NODE_SIZE=0 ATOMICS=auto \
    STEAL=auto EMPTY_CHECK=1 VICTIM=near NEAR_BIAS=16 CHECK_MEMORY=0 \
    NIC_DELAY=0 NIC_REORDER=1 NIC_ATOMICS=own; do
    refused "UCILK_${option%=*}" "${option#*=}" "clusters (ucilkcc --ucilk-cluster)"
done
refused UCILK_NWORKER 2 "no such option; UCILK_HELP=1"
refused UCILK_NWORKERS 0 "from 1 to 4096"
refused UCILK_NWORKERS '' "from 1 to 4096"
refused UCILK_STACK_SIZE 1K "from 64 KiB to 16 TiB"
refused UCILK_TRANSPORT mpi "allowed is auto, shm"
refused UCILK_TEST_STEAL never "allowed is always, random"
refused UCILK_STATS yes "allowed are 0, 1, all and json:FILE"

# --- UCILK_STATS of a program that does not spawn ---

cat >idle.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <unistd.h>
static int f(int n) { return n; }
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        int x = spawn f(1);
        sync;
        return x;
    }
    if (fork() == 0) /* it has no statistics */
        exit(0);
    wait(NULL);
    return 3;
}
END
compile "idle.c" "$ucilkcc" -O2 idle.c -o idle || exit 0
once() { [ "$(grep -c "^ucilk statistics" idle.log)" = 1 ] && ! grep nan idle.log; }
for value in 1 all; do
    says "UCILK_STATS=$value without a spawn" 3 $'*\n  speed-up was limited: the program never spawned*' \
        env UCILK_STATS=$value ./idle
    UCILK_STATS=$value ./idle >idle.log 2>&1
    once || echo "FAIL UCILK_STATS=$value, without a spawn, says nan, or not once what they are"
done
says "no statistics unless asked for" 3 "" ./idle
