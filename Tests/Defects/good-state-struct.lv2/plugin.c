// Keeps a structure of its own, and looks at type and size.
#include "kept.h"

static bool is_mine(size_t size) { return size == sizeof(Kept); }
