# Completion for bash: the commands and options of ucilk, as --help has them.

_ucilk()
{
    local word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "trace scale info --help --version" -- "$word")
    elif [[ $word == -* ]]; then
        local command=${COMP_WORDS[1]}
        [ "$command" != trace ] || command=
        # shellcheck disable=SC2086 # no word for trace
        mapfile -t COMPREPLY < <(compgen -W "--help $("$1" $command --help |
            grep -oE -- '--[a-z]+' | grep -vE -- '--(version|help|ucilk)$' | sort -u)" -- "$word")
    fi
} 2>/dev/null

complete -o bashdefault -o default -F _ucilk ucilk
