# complete.bash FILE FUNCTION LINE: what the completion function offers at the end of LINE, one candidate per line.
source "$1"
COMP_LINE=$3
COMP_POINT=${#3}
"$2"
printf '%s\n' "${COMPREPLY[@]}"
