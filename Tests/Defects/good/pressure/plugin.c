// Reads channel pressure of two bytes or more: a further byte has no effect.
#include "pressure.h"

static int reduction(const uint8_t *message, uint32_t size) {
  return (message[0] & 0xF0) == 0xD0 && size >= 2 ? message[1] & 127 : -1;
}
