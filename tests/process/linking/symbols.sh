#!/bin/bash
# symbols.sh BUILD: checks the symbols that the libraries define and need, and their
# linker options: they define only names of their own, none of libc, and need no MPI.
. "$(dirname "$0")/link.sh"

# say LABEL TEXT: right where the text is empty.
say() {
    if [ -z "$2" ]; then
        echo "ok $1"
    else
        echo "FAIL $1: $(tr '\n' ' ' <<<"$2" | cut -c1-200)"
    fi
}

a=$build/lib/libucilk.a so=$build/lib/libucilk.so
for library in "$a" "$so"; do
    say "$library is there" "$([ -e "$library" ] || echo no)"
done
say "libucilk.a defines its own names only" \
    "$(nm -g --defined-only "$a" 2>/dev/null | awk 'NF == 3 { print $3 }' | grep -vE '^(ucilk_|uci_|__cilkrts_|Cilk_s?rand$|__wrap_exit$|__lsan_default_options$)' | sort -u)"
say "libucilk.so exports its own names only" \
    "$(nm -D --defined-only "$so" 2>/dev/null | awk 'NF >= 3 { print $3 }' | sed 's/@.*//' | grep -vE '^(ucilk_|uci_|__cilkrts_|Cilk_s?rand$|__wrap_exit$|__lsan_default_options$)' | sort -u)"
say "libucilk.a has no weak names of others" \
    "$(nm "$a" 2>/dev/null | awk '$2 ~ /^[WV]$/ { print $3 }' | grep -vE '^(ucilk_|uci_|__lsan_default_options$)' | sort -u)"
say "no MPI in libucilk.a" "$(nm -u "$a" 2>/dev/null | grep -E ' (P?MPI_|mpi_|dlopen|dlsym)' | sort -u)"
say "libucilk.so needs libc only" \
    "$(readelf -d "$so" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc\.so|ld-linux|libpthread\.so)')"
say "no text relocations" "$(readelf -d "$so" 2>/dev/null | grep -E 'TEXTREL')"
say "no executable stack" "$(readelf -lW "$so" 2>/dev/null | grep GNU_STACK | grep RWE)"
say "no executable stack asked for by libucilk.a" \
    "$(for o in $(ar t "$a"); do ar p "$a" "$o" >member.o; readelf -SW member.o | grep -q 'note.GNU-stack' || echo "$o"; done)"
# The surplus for initial-exec variables of what dlopen brings is 1,664 bytes in all.
say "few thread-local bytes" \
    "$(readelf -lW "$so" 2>/dev/null | awk '$1 == "TLS" && strtonum($6) > 512 { print strtonum($6), "bytes" }')"
printf 'int main(void) { return 0; }\n' >empty.c
compile "empty program" gcc empty.c -o empty -Wl,--whole-archive "$a" -Wl,--no-whole-archive -pthread &&
    say "the whole library makes an empty program wait for nothing" "$(timeout 20 ./empty 2>&1 || echo "status $?")"
