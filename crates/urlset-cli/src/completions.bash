
# `--flag=value` and `field=rule` are one word each to urlset, and readline breaks words at `=`; of a
# list the last part is completed.
_urlset_words() {
    local joined=() word last join=0 list=""
    if [[ $COMP_WORDBREAKS != *=* ]]; then
        _urlset "$@"
        return
    fi
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        last=$(( ${#joined[@]} - 1 ))
        if [[ $last -gt 0 && ( $join == 1 || $word == "=" ) ]]; then
            joined[last]+=$word
        else
            joined+=("$word")
        fi
        join=0
        [[ $word == "=" ]] && join=1
    done
    last=$(( ${#joined[@]} - 1 ))
    if [[ ${joined[last]} == --*=* ]]; then
        word=${joined[last]}
        joined[last]=${word%%=*}
        joined+=("${word#*=}")
        last=$(( last + 1 ))
    fi
    local typed=${joined[last]} before=${joined[last-1]}
    if [[ $typed == *,* && ( $before == --on-conflict || $before == --profile ) ]]; then
        list="${typed%,*},"
        joined[last]=${typed##*,}
    fi
    local COMP_WORDS=("${joined[@]}") COMP_CWORD=$last
    _urlset "$1" "${joined[last]}" "$before"
    if [[ ${#COMPREPLY[@]} -gt 0 ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/$list}")
        [[ $typed == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${typed%=*}="}")
    fi
    return 0
}
