#!/bin/bash
# programs.sh BUILD: compiles tasks.c by ucilkcc and main by gcc, g++ and clang, and
# links them in every way.
. "$(dirname "$0")/link.sh"

for cc in gcc clang; do
    cxx=g++
    [ $cc = gcc ] || cxx=clang++
    compile "tasks.c by $cc" "$ucilkcc" --ucilk-cc=$cc -O2 -c "$here/tasks.c" -o tasks.o || continue
    compile "tasks.c by $cc, -fPIC" "$ucilkcc" --ucilk-cc=$cc -O2 -fPIC -c "$here/tasks.c" -o pic.o || continue
    program "$cc main.c" $cc -O2 "$here/main.c" tasks.o "${archive[@]}"
    program "$cc main.c, libucilk.so" $cc -O2 "$here/main.c" tasks.o "${shared[@]}"
    program "$cxx main.cc" $cxx -O2 "$here/main.cc" tasks.o "${archive[@]}"
    program "$cxx main.cc, libucilk.so" $cxx -O2 "$here/main.cc" tasks.o "${shared[@]}"
    program "$cc -static" $cc -O2 -static "$here/main.c" tasks.o "${archive[@]}"
    program "$cxx -static" $cxx -O2 -static "$here/main.cc" tasks.o "${archive[@]}"
    program "$cc -static-pie" $cc -O2 -static-pie -fPIE "$here/main.c" pic.o "${archive[@]}"
    program "$cc -pie" $cc -O2 -pie -fPIE "$here/main.c" pic.o "${archive[@]}"
    program "$cc -pie, libucilk.so" $cc -O2 -pie -fPIE "$here/main.c" pic.o "${shared[@]}"
    compile "tasks.c by $cc, -fno-pie" "$ucilkcc" --ucilk-cc=$cc -O2 -fno-pie -c "$here/tasks.c" -o fixed.o &&
        program "$cc -no-pie" $cc -O2 -no-pie -fno-pie "$here/main.c" fixed.o "${archive[@]}"
    program "$cc -no-pie, libucilk.so" $cc -O2 -no-pie -fno-pie "$here/main.c" fixed.o "${shared[@]}"
    lto=(-O2 -flto)
    [ $cc = gcc ] || lto+=(-fuse-ld=lld)
    compile "tasks.c by $cc, -flto" "$ucilkcc" --ucilk-cc=$cc "${lto[@]}" -c "$here/tasks.c" -o lto.o &&
        program "$cc -flto" $cc "${lto[@]}" "$here/main.c" lto.o "${archive[@]}"
    program "$cc -flto -static" $cc "${lto[@]}" -static "$here/main.c" lto.o "${archive[@]}"
    program "$cc -Wl,-z,now -Wl,--gc-sections" $cc -O2 -ffunction-sections -Wl,-z,now -Wl,--gc-sections \
        "$here/main.c" tasks.o "${archive[@]}"
done
for ld in bfd gold lld; do
    command -v ld.$ld >/dev/null || continue # gold is a package of its own on Debian 13
    program "-fuse-ld=$ld" gcc -O2 -fuse-ld=$ld "$here/main.c" tasks.o "${archive[@]}"
done

# What ucilkcc links by itself.
program "ucilkcc" "$ucilkcc" -O2 "$here/main.c" "$here/tasks.c"
program "ucilkcc -static" "$ucilkcc" -O2 -static "$here/main.c" "$here/tasks.c"
program "ucilkcc -static-pie" "$ucilkcc" -O2 -static-pie -fPIE "$here/main.c" "$here/tasks.c"
program "ucilkcc -flto" "$ucilkcc" -O2 -flto "$here/main.c" "$here/tasks.c"
