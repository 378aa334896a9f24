// Follows positions of both types of objects.
#include "tempo.h"

static bool is_object(LV2_URID type) { return type == object || type == blank; }
