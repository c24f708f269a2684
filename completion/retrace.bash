# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion for bash. Commands, options and the words of an option are those that --help tells, so they are always those of the
# program at hand.
_retrace() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command=run help words name
    # Bash breaks --name=value into three words.
    if [[ $cur == = ]]; then
        name=$prev cur=''
    elif [[ $prev == = ]]; then
        name=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    words=$("$program" --help 2>/dev/null | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
    if ((COMP_CWORD > 1)) && grep -qx -- "${COMP_WORDS[1]}" <<<"$words"; then
        command=${COMP_WORDS[1]}
    elif ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur" && compgen -f -- "$cur")
        return
    fi
    help=$("$program" "$command" --help 2>/dev/null)
    if [[ -n ${name:-} ]]; then
        words=$(sed -n "s/^.* $name=\([^ ]*\) .*/\1/p" <<<"$help" | head -1)
        case $words in
        *DIR) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
        *FILE) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        *'|'*)
            [[ $name == --tier ]] && words+='|auto|ext|multiindirect|indirect|basevertex|drawelements|compute'
            mapfile -t COMPREPLY < <(compgen -W "$(tr '|' '\n' <<<"$words" | grep -x '[a-z]*')" -- "$cur")
            ;;
        esac
        return
    fi
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(grep -oE '^ +(-[a-z], )?--[a-z-]+=?' <<<"$help" | sed 's/^.* //')" -- "$cur")
        [[ ${COMPREPLY[0]:-} == *= && ${#COMPREPLY[@]} == 1 ]] && compopt -o nospace 2>/dev/null
        return
    fi
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
complete -o filenames -F _retrace retrace
