// get() and set() process all options.
#include "lengths.h"

LENGTHS_PLUGIN(get_all, set_all)
