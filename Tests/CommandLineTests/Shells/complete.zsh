# complete.zsh DIRECTORY LINE: what zsh offers at the end of LINE with the completions of DIRECTORY, one per line.
# Completion requires the line editor, and that requires a terminal: use a second shell in a pseudo-terminal.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${(q)0:A:h}/shell.zsh ${(q)1}"
zpty -r -m shell text '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r -m shell text '*END*'
zpty -d shell
lines=(${(f)"${text//$'\r'/}"})
print -rl -- ${${(M)lines:#offer *}#offer }
