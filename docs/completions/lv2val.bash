# bash completion for lv2val: commands, options, bundles, plug-in URIs and the ids of checks.

_lv2val_checks() { lv2val checks 2>/dev/null | cut -d ' ' -f 1; }

_lv2val() {
  local command=
  # A URI holds colons: the line is split anew, at spaces alone.
  local words=() current previous word
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:COMP_POINT-1:1} == ' ' ]] && words+=('')
  current=${words[${#words[@]} - 1]}
  previous=${words[${#words[@]} - 2]}
  for word in "${words[@]:1:${#words[@]}-2}"; do
    case $word in
      validate | plot | list | merge | compare | checks | explain) command=$word; break ;;
    esac
  done

  COMPREPLY=()
  case $previous in
    --only | --skip) mapfile -t COMPREPLY < <(compgen -W "$(_lv2val_checks)" -- "$current") ;;
    --fail-on) mapfile -t COMPREPLY < <(compgen -W 'error warning note' -- "$current") ;;
    -f | --format) mapfile -t COMPREPLY < <(compgen -W 'text json junit sarif html' -- "$current") ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current") ;;
    --rate) mapfile -t COMPREPLY < <(compgen -W '44100 48000 88200 96000 192000' -- "$current") ;;
    -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    --baseline) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    --preset | --shard | -j | --jobs | --timeout | --seed | --block) ;;
    *)
      if [[ $current == -* ]]; then
        local options='--help --version'
        case $command in
          validate) options='--all --shard --only --skip --jobs --timeout --seed --rate --block --baseline --fail-on
            --format --output --measure --in-process --verbose --quiet --color' ;;
          plot) options='--output --preset --rate --block --seed --timeout' ;;
          list) options='--all --jobs --timeout' ;;
          merge | compare) options='--format --output --fail-on --verbose --quiet --color' ;;
          checks) options='--markdown' ;;
          explain) options= ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
      else
        case $command in
          '') mapfile -t COMPREPLY < <(compgen -W 'validate plot list merge compare checks explain' -- "$current") ;;
          explain) mapfile -t COMPREPLY < <(compgen -W "$(_lv2val_checks)" -- "$current") ;;
          merge | compare) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
          plot) mapfile -t COMPREPLY < <(compgen -W "$(lv2ls 2>/dev/null)" -- "$current") ;;
          validate | list)
            mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -W "$(lv2ls 2>/dev/null)" -- "$current") ;;
        esac
      fi ;;
  esac
  # The shell splits words at colons: it wants only what comes after the last one.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
  fi
}

complete -F _lv2val lv2val
