# complete.fish FILE LINE: what fish offers at the end of LINE, one candidate per line.
source $argv[1]
complete -C $argv[2] | string replace -r '\t.*' ''
# string replace fails if it replaced nothing.
true
