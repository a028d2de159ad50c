#!/bin/bash
# libraries.sh BUILD PROGRAM: the program in one piece; and with a library that
# it is linked with and another that it opens, by each linker, PIE or not, and
# with -flto; opening one after the first spawn is refused.
set -euo pipefail

build=$1 program=$2
here=$(cd "$(dirname "$0")" && pwd)
source=$here/libraries.c
"$program"

gcc -O1 -g -shared -fPIC -DLIBRARY "$source" -o libcounter.so -pthread
gcc -O1 -g -shared -fPIC -DLIBRARY '-DNAME(n)=plugin_##n' "$source" \
    -o plugin.so -pthread
cp plugin.so late.so

n=0
check() { # FLAG...
    n=$((n + 1))
    local steal=always workers=3
    [ $((n % 2)) = 0 ] || steal= workers=8
    if ! "$build/bin/ucilkcc" -O1 -g -I"$here/../lang" -DPROGRAM "$@" \
        "$source" -o split -L. -lcounter -Wl,-rpath,"$PWD" -pthread -ldl; then
        echo "libraries.sh: $*: does not compile"
        exit 1
    fi
    if ! UCILK_NWORKERS=$workers UCILK_TEST_STEAL=$steal UCILK_TEST_TIMEOUT=60 \
        ./split ./plugin.so; then
        echo "libraries.sh: $*: wrong"
        exit 1
    fi
}
check -fuse-ld=bfd
check -fuse-ld=bfd -no-pie -fno-pie
check -fuse-ld=bfd -flto
check -fuse-ld=gold
check -fuse-ld=gold -no-pie -fno-pie -Wl,-z,now
check -fuse-ld=lld
check -fuse-ld=lld -no-pie -fno-pie
check -Wl,-z,norelro

# What MPI's libraries bring in is each worker's own.
gcc -shared -fPIC -x c /dev/null -o libmpi.so.99 -Wl,-soname,libmpi.so.99 \
    -Wl,--no-as-needed -L. -lcounter
"$build/bin/ucilkcc" -O1 -g -I"$here/../lang" -DPROGRAM "$source" -o withmpi \
    -L. -lcounter -Wl,--no-as-needed ./libmpi.so.99 -Wl,-rpath,"$PWD" -pthread
for ((try = 0; try < 50; try++)); do # the other workers may be late
    UCILK_NWORKERS=3 UCILK_TEST_STEAL=always ./withmpi 2>mpi.err || break
done
grep -q 'CHECK(n == SLOTS)' mpi.err || {
    echo "libraries.sh: libmpi's libraries are shared"
    exit 1
}

if UCILK_NWORKERS=2 ./split ./plugin.so ./late.so 2>late.err; then
    echo "libraries.sh: opened after the start"
    exit 1
fi
grep -q 'dlopen of ./late.so: once the workers have started' late.err
UCILK_NWORKERS=1 ./split ./plugin.so ./late.so
