// get() fills only the first option.
#include "lengths.h"

static uint32_t get(LV2_Handle handle, LV2_Options_Option *option) {
  return get_one(((Effect *)handle)->data, option);
}

LENGTHS_PLUGIN(get, set_all)
