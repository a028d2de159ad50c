#!/bin/bash
# ranks.sh BUILD: a program of one process that finds itself one of several
# ranks ends at its first spawn, with a line that names the flag.
. "$(dirname "$0")/link.sh"

compile "tasks.c" "$ucilkcc" -O2 "$here/main.c" "$here/tasks.c" -o ranks || exit 0

for name in OMPI_COMM_WORLD_SIZE PMI_SIZE; do
    says "$name=2" 1 "*--ucilk-cluster*" env $name=2 ./ranks
    case_of "$name=1" env $name=1 ./ranks
    case_of "$name=2, each by itself" env $name=2 UCILK_TRANSPORT=shm ./ranks
done
