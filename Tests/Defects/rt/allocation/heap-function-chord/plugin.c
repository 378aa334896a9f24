// Allocates a further list if more than four keys are down.
#include "held.h"

static bool has_space(uint32_t count) {
  if (count >= 4) free(malloc(4096));
  return count < HELD;
}
