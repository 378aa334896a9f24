#!/bin/bash
# Compares the speed of lv2render with lv2apply, lv2file and ffmpeg.
#
# usage: Benchmarks/render.sh [LV2RENDER]     (a release build; default: .build/release/lv2render)
# Requires lilv-utils, lv2file, ffmpeg, swh-lv2 and calf-plugins. The result is the minimum of ROUNDS (5) rounds, in
# which the programs take turns; only ratios within one run are comparable. The script prints elapsed time and processor
# time; the latter does not depend on free cores.
set -euo pipefail

render=$(realpath "${1:-.build/release/lv2render}")
rounds=${ROUNDS:-5}
seconds=${SECONDS_OF_SOUND:-120}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT INT TERM
cd "$directory"

"$render" --noise --seconds "$seconds" --channels 1 -b 16 mono.wav
"$render" --noise --seconds "$seconds" --channels 2 -b 16 stereo.wav

# clock NAME COMMAND...: appends the elapsed and the processor time of the command, in seconds, to files named NAME.
clock() {
  name=$1
  shift
  TIMEFORMAT='%R %U %S'
  { time "$@" >output 2>&1 || { cat output >&2; exit 1; }; } 2>times
  awk '{ print $1 }' times >>"elapsed.$name"
  awk '{ print $2 + $3 }' times >>"processor.$name"
}

minimum() { sort -n "$1" | head -n 1; }

# job NAME INPUT PLUGIN: measures all programs with the plug-in at its defaults.
job() {
  rm -f elapsed.* processor.*
  for ((round = 1; round <= rounds; round++)); do
    clock lv2render "$render" "$2" out.wav --tail 0 -q -p "$3"
    clock lv2file lv2file -i "$2" -o out.wav --ignore-clipping "$3"
    clock ffmpeg ffmpeg -y -loglevel error -i "$2" -af "lv2=p=${3//:/\\\\:}" out.wav
    # lv2apply has one round, because it is slow: it runs one frame at a time.
    ((round > 1)) || clock lv2apply lv2apply -i "$2" -o out.wav "$3"
  done
  elapsed=$(minimum elapsed.lv2render)
  processor=$(minimum processor.lv2render)
  awk -v job="$1" -v elapsed="$elapsed" -v processor="$processor" -v seconds="$seconds" \
    'BEGIN { printf "%s: lv2render %.3f s, %.0f times real time; processor %.3f s\n", job, elapsed, seconds / elapsed, processor }'
  for peer in lv2apply lv2file ffmpeg; do
    awk -v peer="$peer" -v elapsed="$(minimum "elapsed.$peer") $elapsed" -v processor="$(minimum "processor.$peer") $processor" \
      'BEGIN { split(elapsed, p); split(processor, s)
               printf "  %-9s %8.3f s  %6.2f times as long; processor %6.2f times\n", peer, p[1], p[1] / p[2], s[1] / s[2] }'
  done
}

job "a gain, mono (swh amp)" mono.wav http://plugin.org.uk/swh-plugins/amp
job "a filter, stereo (Calf Filter)" stereo.wav http://calf.sourceforge.net/plugins/Filter
job "a reverb, stereo (Calf Reverb)" stereo.wav http://calf.sourceforge.net/plugins/Reverb
