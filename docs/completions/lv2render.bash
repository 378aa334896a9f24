# bash completion for lv2render: options, plug-in URIs, and the controls of the plug-in before the cursor.

_lv2render_plugin() {
  local index
  for ((index = COMP_CWORD_OF_LINE - 1; index > 0; index--)); do
    case ${COMP_WORDS_OF_LINE[index - 1]} in
      -p | --plugin) printf '%s\n' "${COMP_WORDS_OF_LINE[index]}"; return ;;
    esac
  done
}

_lv2render() {
  local current previous
  # A URI holds colons, and a setting an equals sign: both stay inside their word.
  local COMP_WORDS_OF_LINE=() COMP_CWORD_OF_LINE
  read -ra COMP_WORDS_OF_LINE <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:COMP_POINT-1:1} == ' ' ]] && COMP_WORDS_OF_LINE+=('')
  COMP_CWORD_OF_LINE=$((${#COMP_WORDS_OF_LINE[@]} - 1))
  current=${COMP_WORDS_OF_LINE[COMP_CWORD_OF_LINE]}
  previous=${COMP_WORDS_OF_LINE[COMP_CWORD_OF_LINE - 1]}
  local plugin
  plugin=$(_lv2render_plugin)

  COMPREPLY=()
  case $previous in
    -p | --plugin | --list-controls | --list-presets)
      mapfile -t COMPREPLY < <(compgen -W "$(lv2ls 2>/dev/null)" -- "$current") ;;
    --preset)
      [[ -n $plugin ]] && mapfile -t COMPREPLY < <(
        lv2render --list-presets "$plugin" 2>/dev/null | cut -f 1 | grep -F -- "$current" | sed 's/ /\\ /g') ;;
    -f | --format)
      mapfile -t COMPREPLY < <(compgen -W 'wav wavex rf64 w64 flac aiff caf ogg opus mp3 au raw' -- "$current") ;;
    -b | --bits) mapfile -t COMPREPLY < <(compgen -W '8 16 20 24 32' -- "$current") ;;
    -e | --encoding)
      mapfile -t COMPREPLY < <(compgen -W '8 16 20 24 32 float double ulaw alaw vorbis opus mp3' -- "$current") ;;
    -r | --rate) mapfile -t COMPREPLY < <(compgen -W '44100 48000 88200 96000 192000' -- "$current") ;;
    *)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--plugin --preset --input --raw --tone --noise --a4 --seconds --fade --level
          --channels --seed --rate --tail --max-tail --format --encoding --bits --dither --no-dither --quality
          --normalize --block --timeout --list-presets --list-controls --quiet --verbose --version --help' -- "$current")
      else
        [[ -n $plugin ]] && mapfile -t COMPREPLY < <(
          compgen -S = -W "$(lv2render --list-controls "$plugin" 2>/dev/null | cut -f 1)" -- "$current")
        [[ ${#COMPREPLY[@]} -gt 0 && -n $plugin ]] && compopt -o nospace 2>/dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
      fi ;;
  esac
  # The shell splits words at colons: it wants only what comes after the last one.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
  fi
}

complete -F _lv2render lv2render
