// set() sets only the first option.
#include "lengths.h"

static uint32_t set(LV2_Handle handle, const LV2_Options_Option *option) {
  return set_one(((Effect *)handle)->data, option);
}

LENGTHS_PLUGIN(get_all, set)
