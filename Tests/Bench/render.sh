#!/bin/sh
# Measures lv2render against lv2apply, lv2file and ffmpeg on the same jobs, in turn, and prints the ratios.
#
# usage: Tests/Bench/render.sh [LV2RENDER]     (a release build; .build/release/lv2render by default)
# Needs lilv-utils, lv2file, ffmpeg, swh-lv2 and calf-plugins. Only ratios of one run count: the minimum of
# ROUNDS (5) rounds, in which the programs take turns, so that a busy machine hits them alike.
set -eu

render=$(realpath "${1:-.build/release/lv2render}")
rounds=${ROUNDS:-5}
seconds=${SECONDS_OF_SOUND:-120}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT INT TERM
cd "$directory"

"$render" --noise --seconds "$seconds" --channels 1 -b 16 mono.wav
"$render" --noise --seconds "$seconds" --channels 2 -b 16 stereo.wav

# Prints the seconds that a command took, as a number.
clock() {
  start=$(date +%s.%N)
  "$@" >/dev/null 2>&1 || { echo "failed: $*" >&2; exit 1; }
  date +%s.%N | awk -v start="$start" '{ print $1 - start }'
}

minimum() { sort -n "$1" | head -n 1; }

# One job: a name, an input and a plug-in, all at their defaults.
job() {
  rm -f time.*
  for round in $(seq "$rounds"); do
    clock "$render" "$2" out.wav --tail 0 -q -p "$3" >>time.lv2render
    clock lv2file -i "$2" -o out.wav --ignore-clipping "$3" >>time.lv2file
    clock ffmpeg -y -loglevel error -i "$2" -af "lv2=p=$(echo "$3" | sed 's/:/\\\\:/')" out.wav >>time.ffmpeg
    # lv2apply runs one frame at a time: a round of it is enough.
    [ "$round" -gt 1 ] || clock lv2apply -i "$2" -o out.wav "$3" >>time.lv2apply
  done
  ours=$(minimum time.lv2render)
  awk -v job="$1" -v ours="$ours" -v seconds="$seconds" \
    'BEGIN { printf "%s: lv2render %.3f s, %.0f times real time\n", job, ours, seconds / ours }'
  for peer in lv2apply lv2file ffmpeg; do
    awk -v peer="$peer" -v theirs="$(minimum time.$peer)" -v ours="$ours" \
      'BEGIN { printf "  %-9s %8.3f s  %6.2f times as long\n", peer, theirs, theirs / ours }'
  done
}

job "a gain, mono (swh amp)" mono.wav http://plugin.org.uk/swh-plugins/amp
job "a filter, stereo (Calf Filter)" stereo.wav http://calf.sourceforge.net/plugins/Filter
job "a reverb, stereo (Calf Reverb)" stereo.wav http://calf.sourceforge.net/plugins/Reverb
