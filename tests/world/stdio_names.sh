#!/bin/bash
# stdio_names.sh BUILD PROGRAM: each function that libc exports and that takes a
# FILE, or works on stdin, stdout or stderr, is the runtime's in the program, or
# stands below with the reason why not.  The headers say which those are, and
# patterns for those that no header has.  And stdio_all.c tries each.
set -euo pipefail

program=$2
here=$(cd "$(dirname "$0")" && pwd)
headers=(stdio.h stdio_ext.h wchar.h err.h error.h mntent.h pwd.h grp.h shadow.h
    gshadow.h malloc.h fmtmsg.h signal.h assert.h argp.h getopt.h printf.h
    netdb.h unistd.h)

declare -A reason=()
except() { # REASON NAME...
    local why=$1 name
    shift
    for name in "$@"; do reason[$name]=$why; done
}
except "does not lock: the caller does" \
    clearerr_unlocked feof_unlocked ferror_unlocked fflush_unlocked \
    fgetc_unlocked fgets_unlocked fgetwc_unlocked fgetws_unlocked \
    fileno_unlocked fputc_unlocked fputs_unlocked fputwc_unlocked \
    fputws_unlocked fread_unlocked fwrite_unlocked getc_unlocked \
    getwc_unlocked putc_unlocked putwc_unlocked getchar_unlocked \
    putchar_unlocked getwchar_unlocked putwchar_unlocked \
    __fgets_unlocked_chk __fgetws_unlocked_chk __fread_unlocked_chk \
    __overflow __uflow __underflow __woverflow __wuflow __wunderflow
except "looks at one word of the stream, without a lock in libc either" \
    __fbufsize __flbf __fpending __freadable __freading __fwritable __fwriting \
    fileno
except "a stream of its own, or none: text in memory, a descriptor" \
    asprintf __asprintf __asprintf_chk vasprintf __vasprintf_chk dprintf \
    __dprintf_chk vdprintf __vdprintf_chk snprintf __snprintf __snprintf_chk \
    vsnprintf __vsnprintf __vsnprintf_chk sprintf __sprintf_chk vsprintf \
    __vsprintf_chk sscanf __isoc99_sscanf __isoc23_sscanf vsscanf __vsscanf \
    __isoc99_vsscanf __isoc23_vsscanf swprintf __swprintf_chk vswprintf \
    __vswprintf_chk swscanf __isoc99_swscanf __isoc23_swscanf vswscanf \
    __isoc99_vswscanf __isoc23_vswscanf obstack_printf obstack_vprintf \
    __obstack_printf_chk __obstack_vprintf_chk herror
except "called by handlers of a conversion, within a call of printf" \
    printf_size printf_size_info __printf_fp parse_printf_format \
    register_printf_function register_printf_modifier \
    register_printf_specifier register_printf_type
except "the terminal and a stream of its own" getpass
except "arguments of main, before there are tasks" \
    getopt getopt_long getopt_long_only argp_error argp_failure argp_help \
    argp_parse argp_state_help argp_usage __posix_getopt
except "a name of libc's own, which no header has" __vfscanf
except "about libc's malloc, which is not in use" malloc_stats

mapfile -t exported < <(
    nm -D --defined-only "$(ldd "$program" | awk '/libc\.so/ { print $3 }')" |
        awk '$2 ~ /^[TWi]$/ { sub(/@.*/, "", $3); print $3 }' | sort -u
)
[ ${#exported[@]} -gt 1000 ] || { echo "libc exports nothing?"; exit 1; }

# The declared functions that have a FILE, or are of a header that is all about
# streams: their names for the linker.
declared() {
    for header in "${headers[@]}"; do echo "#include <$header>"; done |
        gcc -D_GNU_SOURCE $1 -E -P -x c - 2>/dev/null | tr '\n' ' ' |
        sed -E 's/[;{}]/\n/g' | grep -E '\b(__)?FILE\b' |
        sed -nE '/__asm__/!s/^[^(]*\b(\w+) ?\(.*/\1/p
                 s/.*__asm__ ?\( ?("" ?)?"(\w+)".*/\2/p'
}
pattern='^(__)?(isoc[0-9]+_)?v?f?w?(printf|scanf)(_chk)?$'
pattern+='|^(__)?(fgets|fgetws|fread|gets|getdelim)(_chk)?$'
pattern+='|^(put|get)w?(c|char|s|w)$|^_IO_(get|put)c$'
pattern+='|^v?(err|warn)x?$|^(perror|psignal|psiginfo|error|error_at_line)$'
pattern+='|^(fcloseall|_flushlbf|fmtmsg|__assert_fail|__assert_perror_fail)$'
pattern+='|^(tmpfile|tmpfile64|popen|setmntent|open_w?memstream)$'

own=$(nm --defined-only "$program" | awk '$2 ~ /^[TW]$/ { print $3 }')
n_own=0 n_failed=0 ours=()
for name in $({
    declared -O0
    declared "-O2 -D_FORTIFY_SOURCE=2"
    printf '%s\n' "${exported[@]}" | grep -E "$pattern"
} | sort -u); do
    [[ " ${exported[*]} " == *" $name "* ]] || continue
    if grep -qx "$name" <<<"$own"; then
        n_own=$((n_own + 1))
        ours+=("$name")
        [ -z "${reason[$name]:-}" ] || { echo "both: $name"; n_failed=1; }
    elif [ -z "${reason[$name]:-}" ]; then
        echo "neither in the program nor with a reason: $name"
        n_failed=1
    fi
done

# Each of ours is tried in stdio_all.c, but for those that end the program.
ends=" err errx verr verrx __assert_fail __assert_perror_fail "
"$1/bin/ucilkcc" --ucilk-serial -O0 -I"$here/../lang" -c "$here/stdio_all.c" \
    -o all.o
used=" $(nm -u all.o | awk '{ print $2 }' | tr '\n' ' ')"
for name in "${ours[@]}"; do
    [[ $used$ends == *" $name "* ]] ||
        { echo "not in stdio_all.c: $name"; n_failed=1; }
done
[ $n_own -gt 120 ] || { echo "only $n_own functions are ours"; n_failed=1; }
[ $n_failed = 0 ]
