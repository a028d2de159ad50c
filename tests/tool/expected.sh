# A file says in comments what ucilkcc must print for it:
#     /* expect: 14:5: error: the words, or their beginning */
#     /* expect: +1:5: error: ... */     a line below the comment; +0 is its own
# For tests/tool/cases/messages.sh.

# expected FILE: as LINE:COLUMN: error: words
expected() {
    awk '
        match($0, /\/\* expect: .* \*\//) {
            text = substr($0, RSTART + 11, RLENGTH - 14)
            if (text ~ /^[+-]/)
                text = NR + text substr(text, index(text, ":"))
            print text
        }' "$1"
}

# agree FILE SAID EXPECTED: each message is there, at its place, and no other.
agree() {
    local line
    [ -s "$3" ] || { echo "$1: nothing is expected"; return 1; }
    while IFS= read -r line; do
        grep -qF -- "$1:$line" "$2" || { echo "not said: $line"; return 1; }
    done <"$3"
    [ "$(wc -l <"$2")" = "$(wc -l <"$3")" ] ||
        { echo "$1: more is said"; return 1; }
}
