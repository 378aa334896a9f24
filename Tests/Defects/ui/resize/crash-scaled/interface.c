// The style for a scale of 2 is missing.
#include "scaled.h"

static const Style usual = {1};
static const Style *const styles[2] = {&usual, NULL};
