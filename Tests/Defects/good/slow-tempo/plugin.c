// The beat of a tempo below 60 beats per minute is halved until the line holds it.
#include "beat.h"

static uint32_t limited(uint32_t delay, uint32_t length) {
  while (delay > length) delay /= 2;
  return delay;
}
