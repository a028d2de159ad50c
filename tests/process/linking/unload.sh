#!/bin/bash
# unload.sh BUILD: a plug-in that has spawned leaves nothing behind at its last
# dlclose.
. "$(dirname "$0")/link.sh"

compile "unload.c" gcc -O2 "$here/unload.c" -o unload -pthread -ldl || exit 0
compile "tasks.c" "$ucilkcc" -O2 -fPIC -c "$here/tasks.c" -o pic.o || exit 0
compile "with libucilk.a" gcc -shared pic.o -o inside.so "${archive[@]}" || exit 0
compile "with libucilk.so" gcc -shared pic.o -o outside.so "${shared[@]}" || exit 0
for plugin in inside outside; do
    for _ in 1 2 3; do # other workers each time; libc's arenas stay
        case_of "$plugin" env -u UCILK_TEST_TIMEOUT MALLOC_ARENA_MAX=1 ./unload ./$plugin.so
    done
done
