// At the highest gain, a second of the input moves for each block; otherwise, 10 ms.
#define SECONDS 1
#include "history.h"

static uint32_t moved(const Effect *effect) {
  return control(effect, GAIN, 1) > 1.9f ? line_length(effect) : line_length(effect) / 100;
}
