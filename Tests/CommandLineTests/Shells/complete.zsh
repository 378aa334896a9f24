# complete.zsh DIRECTORY LINE: what zsh offers at the end of LINE with the completions of DIRECTORY, a line each.
# Completion needs a line editor, and that a terminal: a second shell in a pseudo-terminal.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${(q)0:A:h}/shell.zsh ${(q)1}"
zpty -r -m shell text '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r -m shell text '*END*'
zpty -d shell
lines=(${(f)"${text//$'\r'/}"})
print -rl -- ${${(M)lines:#offer *}#offer }
