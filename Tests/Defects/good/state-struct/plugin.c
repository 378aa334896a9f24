// Saves a structure, and checks its type and size in restore().
#include "kept.h"

static bool is_mine(size_t size) { return size == sizeof(Kept); }
