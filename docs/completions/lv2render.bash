# bash completion for lv2render, generated from its option table.

_lv2render_plugins() { lv2ls 2>/dev/null; }
_lv2render_presets() { lv2render --list-presets "$context" 2>/dev/null; }
_lv2render_controls() { lv2render --list-controls "$context" 2>/dev/null | sed 's/\t.*/=/'; }
_lv2render_forms() { echo eq-import; }

# Offers the lines of standard input that start with the current word, without descriptions.
_lv2render_offer() {
  local line
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ -n $line && $line == "$current"* ]] && COMPREPLY+=("${line// /\\ }")
  done
}

_lv2render() {
  # A URI contains colons, so the line is split at spaces only.
  local words=() current previous context= command= index
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:COMP_POINT-1:1} == ' ' ]] && words+=('')
  current=${words[${#words[@]} - 1]}
  previous=${words[${#words[@]} - 2]}
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
    case ${words[index]} in
      -p | --plugin) context=${words[index + 1]} ;;
    esac
  done

  COMPREPLY=()
  case $previous in
    -p | --plugin) _lv2render_offer < <(_lv2render_plugins) ;;
    --preset) _lv2render_offer < <(_lv2render_presets) ;;
    --state) _lv2render_offer < <(compgen -f -- "$current") ;;
    --side-chain) _lv2render_offer < <(compgen -f -- "$current") ;;
    --midi) _lv2render_offer < <(compgen -f -- "$current") ;;
    --tempo) _lv2render_offer < <(printf '%s\n' 90 120 140) ;;
    -i | --input) _lv2render_offer < <(compgen -f -- "$current") ;;
    --raw) _lv2render_offer < <(printf '%s\n' 16,2,44100 16,1,48000 float,2,48000) ;;
    --tone) _lv2render_offer < <(printf '%s\n' A4 440 1k) ;;
    --a4) _lv2render_offer < <(printf '%s\n' 440 442) ;;
    --channels) _lv2render_offer < <(printf '%s\n' 1 2) ;;
    -f | --format) _lv2render_offer < <(printf '%s\n' wav wavex rf64 w64 flac aiff caf ogg opus mp3 au raw) ;;
    -b | --bits) _lv2render_offer < <(printf '%s\n' 8 16 20 24 32) ;;
    -e | --encoding) _lv2render_offer < <(printf '%s\n' 8 16 20 24 32 float double ulaw alaw vorbis opus mp3) ;;
    -r | --rate) _lv2render_offer < <(printf '%s\n' 44100 48000 88200 96000 192000) ;;
    --into) _lv2render_offer < <(compgen -d -- "$current") ;;
    -j | --jobs) _lv2render_offer < <(printf '%s\n' 1 2 4) ;;
    --against) _lv2render_offer < <(compgen -f -- "$current") ;;
    --reference) _lv2render_offer < <(compgen -f -- "$current") ;;
    --tolerance) _lv2render_offer < <(printf '%s\n' -90dB -120dB) ;;
    --diff) _lv2render_offer < <(compgen -f -- "$current") ;;
    --list-controls) _lv2render_offer < <(_lv2render_plugins) ;;
    --list-presets) _lv2render_offer < <(_lv2render_plugins) ;;
    --notes | --seconds | --fade | --level | --seed | --quality | --tail | --max-tail | --block | --timeout) ;;
    *)
      if [[ $current == -* ]]; then
        _lv2render_offer < <(printf '%s\n' --plugin --preset --state --side-chain --midi --notes --tempo --input --raw --tone --a4 --noise --seconds --fade --level --channels --seed --format --bits --encoding --dither --no-dither --quality --rate --normalize --tail --max-tail --into --jobs --against --reference --tolerance --diff --block --timeout --list-controls --list-presets --quiet --verbose --version --help)
      else
        _lv2render_offer < <(_lv2render_controls); [[ ${#COMPREPLY[@]} -gt 0 ]] && compopt -o nospace 2>/dev/null; _lv2render_offer < <(compgen -f -- "$current"); _lv2render_offer < <(_lv2render_forms)
      fi ;;
  esac
  # The shell splits words at colons and expects only the part after the last one.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
  fi
}

complete -F _lv2render lv2render
