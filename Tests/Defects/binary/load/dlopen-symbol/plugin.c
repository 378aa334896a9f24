// Calls a function that no library defines.
#include "defect.h"

void a_function_of_nobody(void);

static void activate(LV2_Handle handle) {
  good_activate(handle);
  a_function_of_nobody();
}

PLUGIN(.activate = activate)
