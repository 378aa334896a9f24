# bash completion for lv2val, generated from its option table.

_lv2val_checks() { lv2val checks 2>/dev/null | sed -E 's/^([^ ]+) +[^ ]+ +/\1\t/'; }
_lv2val_plugins() { lv2ls 2>/dev/null; }
_lv2val_messages() { lv2val explain "$(dirname -- "$current"x)" 2>/dev/null | grep -oE '^  [a-z]+[.][a-z-]+/[a-z0-9-]+' | tr -d ' '; }

# Offers the lines of standard input that start with the current word, without descriptions.
_lv2val_offer() {
  local line
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ -n $line && $line == "$current"* ]] && COMPREPLY+=("${line// /\\ }")
  done
}

_lv2val() {
  # A URI contains colons, so the line is split at spaces only.
  local words=() current previous context= command= index
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:COMP_POINT-1:1} == ' ' ]] && words+=('')
  current=${words[${#words[@]} - 1]}
  previous=${words[${#words[@]} - 2]}
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
    case ${words[index]} in
      validate | replay | plot | list | merge | compare | checks | explain) [[ -z $command ]] && command=${words[index]} ;;
    esac
  done

  COMPREPLY=()
  case $previous in
    --shard) _lv2val_offer < <(printf '%s\n' 1/2 2/2) ;;
    --only) _lv2val_offer < <(_lv2val_checks) ;;
    --skip) _lv2val_offer < <(_lv2val_checks) ;;
    --strictness) _lv2val_offer < <(printf '%s\n' 1 2 3 4 5 6 7 8 9 10) ;;
    --profile) _lv2val_offer < <(printf '%s\n' release debian mod) ;;
    --rate) _lv2val_offer < <(printf '%s\n' 44100 48000 88200 96000 192000) ;;
    --block) _lv2val_offer < <(printf '%s\n' 64 256 1024) ;;
    --baseline) _lv2val_offer < <(compgen -d -- "$current") ;;
    --file) _lv2val_offer < <(compgen -f -- "$current") ;;
    --pictures) _lv2val_offer < <(compgen -d -- "$current") ;;
    -f | --format) _lv2val_offer < <(printf '%s\n' text json junit sarif html) ;;
    -o | --output) _lv2val_offer < <(compgen -f -- "$current") ;;
    --fail-on) _lv2val_offer < <(printf '%s\n' error warning note) ;;
    --color) _lv2val_offer < <(printf '%s\n' auto always never) ;;
    -j | --jobs | --timeout | --seed | --rates | --blocks | --repeat | --display | --preset) ;;
    *)
      if [[ $current == -* ]]; then
        case $command in
          '') _lv2val_offer < <(printf '%s\n' --version --help) ;;
          validate) _lv2val_offer < <(printf '%s\n' --all --shard --only --skip --strictness --profile --jobs --timeout --seed --rate --block --rates --blocks --repeat --randomize --baseline --file --display --pictures --measure --in-process --format --output --fail-on --verbose --quiet --color) ;;
          replay) _lv2val_offer < <(printf '%s\n' --display --in-process --gdb) ;;
          plot) _lv2val_offer < <(printf '%s\n' --timeout --seed --rate --block --output --preset) ;;
          list) _lv2val_offer < <(printf '%s\n' --all --jobs --timeout) ;;
          merge) _lv2val_offer < <(printf '%s\n' --format --output --fail-on --verbose --quiet --color) ;;
          compare) _lv2val_offer < <(printf '%s\n' --format --output --fail-on --verbose --quiet --color) ;;
          checks) _lv2val_offer < <(printf '%s\n' --markdown) ;;
        esac
      else
        case $command in
          '') _lv2val_offer < <(printf '%s\n' validate replay plot list merge compare checks explain) ;;
          validate) _lv2val_offer < <(compgen -d -- "$current"); _lv2val_offer < <(_lv2val_plugins) ;;
          replay) _lv2val_offer < <(compgen -f -- "$current"); _lv2val_offer < <(_lv2val_messages); _lv2val_offer < <(_lv2val_plugins) ;;
          plot) _lv2val_offer < <(_lv2val_plugins) ;;
          list) _lv2val_offer < <(compgen -d -- "$current"); _lv2val_offer < <(_lv2val_plugins) ;;
          merge) _lv2val_offer < <(compgen -f -- "$current") ;;
          compare) _lv2val_offer < <(compgen -f -- "$current") ;;
          explain) _lv2val_offer < <(_lv2val_checks); _lv2val_offer < <(_lv2val_messages) ;;
        esac
      fi ;;
  esac
  # The shell splits words at colons and expects only the part after the last one.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
  fi
}

complete -F _lv2val lv2val
