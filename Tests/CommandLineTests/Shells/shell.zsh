# shell.zsh DIRECTORY: makes the tab key print the candidates.
stty -echo
PS1= PS2=
fpath=($1 $fpath)
autoload -U compinit
compinit -u -D
zmodload zsh/complist
LISTMAX=0

compadd() {
  # With -O, -A or -D, compadd filters and does not offer.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a offers
  builtin compadd -A offers "$@"
  local offer
  for offer in $offers; do print -r -- "offer $offer"; done
  builtin compadd "$@"
}

finish() {
  print END
  compstate[insert]= compstate[list]=
}
compprefuncs=(begin)
begin() { comppostfuncs=(finish); print }
bindkey '^I' complete-word
print READY
