#!/bin/bash
# Measures lv2render against lv2apply, lv2file and ffmpeg on the same jobs, in turn, and prints the ratios.
#
# usage: Benchmarks/render.sh [LV2RENDER]     (a release build; .build/release/lv2render by default)
# Needs lilv-utils, lv2file, ffmpeg, swh-lv2 and calf-plugins. Only ratios of one run count: the minimum of
# ROUNDS (5) rounds, in which the programs take turns, so that a busy machine hits them alike. Beside the time that
# passes it prints the processor time, which does not depend on whether there is a core to spare.
set -euo pipefail

render=$(realpath "${1:-.build/release/lv2render}")
rounds=${ROUNDS:-5}
seconds=${SECONDS_OF_SOUND:-120}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT INT TERM
cd "$directory"

"$render" --noise --seconds "$seconds" --channels 1 -b 16 mono.wav
"$render" --noise --seconds "$seconds" --channels 2 -b 16 stereo.wav

# clock NAME COMMAND ...: adds the seconds that the command took, and those of the processor, to lists of that name.
clock() {
  name=$1
  shift
  TIMEFORMAT='%R %U %S'
  { time "$@" >output 2>&1 || { cat output >&2; exit 1; }; } 2>taken
  awk '{ print $1 }' taken >>"passed.$name"
  awk '{ print $2 + $3 }' taken >>"spent.$name"
}

minimum() { sort -n "$1" | head -n 1; }

# One job: a name, an input and a plug-in, all at their defaults.
job() {
  rm -f passed.* spent.*
  for ((round = 1; round <= rounds; round++)); do
    clock lv2render "$render" "$2" out.wav --tail 0 -q -p "$3"
    clock lv2file lv2file -i "$2" -o out.wav --ignore-clipping "$3"
    clock ffmpeg ffmpeg -y -loglevel error -i "$2" -af "lv2=p=${3//:/\\\\:}" out.wav
    # lv2apply runs one frame at a time: a round of it is enough.
    ((round > 1)) || clock lv2apply lv2apply -i "$2" -o out.wav "$3"
  done
  passed=$(minimum passed.lv2render)
  spent=$(minimum spent.lv2render)
  awk -v job="$1" -v passed="$passed" -v spent="$spent" -v seconds="$seconds" \
    'BEGIN { printf "%s: lv2render %.3f s, %.0f times real time; processor %.3f s\n", job, passed, seconds / passed, spent }'
  for peer in lv2apply lv2file ffmpeg; do
    awk -v peer="$peer" -v passed="$(minimum "passed.$peer") $passed" -v spent="$(minimum "spent.$peer") $spent" \
      'BEGIN { split(passed, p); split(spent, s)
               printf "  %-9s %8.3f s  %6.2f times as long; processor %6.2f times\n", peer, p[1], p[1] / p[2], s[1] / s[2] }'
  done
}

job "a gain, mono (swh amp)" mono.wav http://plugin.org.uk/swh-plugins/amp
job "a filter, stereo (Calf Filter)" stereo.wav http://calf.sourceforge.net/plugins/Filter
job "a reverb, stereo (Calf Reverb)" stereo.wav http://calf.sourceforge.net/plugins/Reverb
