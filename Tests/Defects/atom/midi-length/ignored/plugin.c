// Expects three bytes of a channel pressure, and reads the third one.
#include "pressure.h"

static int reduction(const uint8_t *message, uint32_t size) {
  return (message[0] & 0xF0) == 0xD0 && size >= 3 ? message[2] & 127 : -1;
}
