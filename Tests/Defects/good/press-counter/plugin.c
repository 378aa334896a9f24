// Counts the presses of keys at each value of the control.
#include "presses.h"

static bool counts(const uint8_t *message, float gain) {
  (void)gain;
  return is_note(message);
}
