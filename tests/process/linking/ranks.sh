#!/bin/bash
# ranks.sh BUILD: a program of one process that finds itself one of several
# ranks ends at its first spawn, with a line that names the flag.
. "$(dirname "$0")/link.sh"

compile "tasks.c" "$ucilkcc" -O2 "$here/main.c" "$here/tasks.c" -o ranks || exit 0

# refused LABEL COMMAND...: status 1, and the flag is named.
refused() {
    local label=$1 status=0 said
    shift
    said=$(timeout 60 "$@" 2>&1) || status=$?
    if [ $status = 1 ] && grep -q -e --ucilk-cluster <<<"$said"; then
        echo "ok $label"
    else
        echo "FAIL $label: status $status: $(head -1 <<<"$said" | cut -c1-150)"
    fi
}

for name in OMPI_COMM_WORLD_SIZE PMI_SIZE; do
    refused "$name=2" env $name=2 ./ranks
    case_of "$name=1" env $name=1 ./ranks
    case_of "$name=2, each by itself" env $name=2 UCILK_TRANSPORT=shm ./ranks
done
