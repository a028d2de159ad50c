#!/bin/bash
# plugins.sh BUILD: shared objects that spawn, in programs that do not: opened
# by dlopen, by python3, linked; over libucilk.so, and with libucilk.a inside.
. "$(dirname "$0")/link.sh"

compile "host.c" gcc -O2 "$here/host.c" -o host -pthread -ldl || exit 0
for cc in gcc clang; do
    compile "plug-in by ucilkcc, $cc" "$ucilkcc" --ucilk-cc=$cc -O2 -shared -fPIC "$here/tasks.c" -o itself_$cc.so &&
        case_of "plug-in as ucilkcc links it, $cc" ./host ./itself_$cc.so
    compile "object for plug-ins, $cc" "$ucilkcc" --ucilk-cc=$cc -O2 -fPIC -c "$here/tasks.c" -o pic.o || continue
    compile "plug-in with libucilk.so, $cc" $cc -shared pic.o -o shared_$cc.so "${shared[@]}" &&
        case_of "plug-in with libucilk.so, $cc" ./host ./shared_$cc.so
    compile "plug-in with libucilk.a, $cc" $cc -shared pic.o -o inside_$cc.so "${archive[@]}" &&
        case_of "plug-in with libucilk.a inside, $cc" ./host ./inside_$cc.so
done
cp shared_gcc.so other.so
case_of "two plug-ins with one libucilk.so" ./host ./shared_gcc.so ./other.so
case_of "two plug-ins, one with libucilk.a inside" ./host ./shared_gcc.so ./inside_gcc.so
for library in itself_gcc shared_gcc shared_clang; do
    case_of "python3, $library" python3 "$here/library.py" ./$library.so
done
compile "main.c with a library" gcc -O2 "$here/main.c" ./shared_gcc.so -Wl,-rpath,"$PWD" -Wl,-rpath-link,"$build/lib" -pthread -o linked &&
    case_of "main.c linked with a library that spawns" ./linked
compile "main.c that opens" gcc -O2 "$here/host.c" -o host_shared "${shared[@]}" -Wl,--no-as-needed -l:libucilk.so -ldl &&
    case_of "a host that is linked with libucilk.so" ./host_shared ./shared_gcc.so
