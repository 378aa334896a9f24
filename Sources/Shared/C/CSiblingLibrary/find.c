#include "CSiblingLibrary.h"
#include "function.h"

void *lv2kit_find_function(const char *name) { return find_function(name); }
