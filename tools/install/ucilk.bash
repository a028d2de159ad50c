# Completion for bash: the commands and options of ucilk, as --help has them.

_ucilk()
{
    local word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "trace --help --version" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$1" --help | grep -oE -- '--[a-z]+' |
            grep -v -- --version | sort -u)" -- "$word")
    fi
} 2>/dev/null

complete -o bashdefault -o default -F _ucilk ucilk
