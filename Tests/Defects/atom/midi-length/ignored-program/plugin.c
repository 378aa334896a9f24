// Ignores all messages of other lengths than three bytes, also program changes.
#include "pressure.h"

static int reduction(const uint8_t *message, uint32_t size) {
  return (message[0] & 0xF0) == 0xC0 && size == 3 ? message[1] & 127 : -1;
}
