# Completion for bash: ucilkcc's own flags, as --help has them, and gcc's.

_ucilkcc()
{
    local word=${COMP_LINE:0:COMP_POINT} flags name
    word=${word##*[[:blank:]]}
    # Readline takes : and = for ends of words and leaves what is before them.
    local kept=${word%"${word##*[:=]}"}
    COMPREPLY=()
    case $word in
    --ucilk-cc=*)
        mapfile -t COMPREPLY < <(compgen -c -- "${word#*=}")
        return
        ;;
    --ucilk-prefix=*)
        mapfile -t COMPREPLY < <(compgen -d -- "${word#*=}")
        return
        ;;
    -*) ;;
    *) return ;;
    esac
    flags=$("$1" --help | grep -oE -- '--[a-z]+(-[a-z]+)*(:[a-z]+|=(json)?)?')
    flags+=" -Wno-ucilk"
    for name in $("$1" --ucilk-help-warnings | grep -oE -- '^ +-Wucilk-[a-z-]+'); do
        name=${name#-W}
        flags+=" -W$name -Wno-$name -Werror=$name -Wno-error=$name"
    done
    flags+=" $(${UCILK_CC:-gcc} --completion="$word")"
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word" | sort -u)
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace # for the value
} 2>/dev/null

complete -o bashdefault -o default -F _ucilkcc ucilkcc
