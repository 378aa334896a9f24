/// How often two controls moved in turn: gain, trim, gain, trim and so on. Both at once do not count.
#ifndef TURNS_H
#define TURNS_H

#include "defect.h"

enum { TRIM = OTHER };
enum { SEEN_GAIN, SEEN_TRIM, LAST, TURNS };

SPARE int turns(Effect *effect) {
  float *seen = effect->memory;
  const float gain = control(effect, GAIN, 1), trim = control(effect, TRIM, 0.5f);
  const bool gain_moved = effect->runs && gain != seen[SEEN_GAIN], trim_moved = effect->runs && trim != seen[SEEN_TRIM];
  if (gain_moved != trim_moved && seen[LAST] != (gain_moved ? 1 : 2)) {
    seen[LAST] = gain_moved ? 1 : 2;
    seen[TURNS] += 1;
  }
  seen[SEEN_GAIN] = gain, seen[SEEN_TRIM] = trim;
  return (int)seen[TURNS];
}

#endif
