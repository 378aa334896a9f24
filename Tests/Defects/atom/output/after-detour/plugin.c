// Keys that are released while the control is high stay counted, so that later presses of them are ignored.
#include "presses.h"

static bool counts(const uint8_t *message, float gain) {
  (void)message;
  return gain < 1.5f;
}
