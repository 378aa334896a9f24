// The interface has a style for each scale.
#include "scaled.h"

static const Style usual = {1}, doubled = {2};
static const Style *const styles[2] = {&usual, &doubled};
