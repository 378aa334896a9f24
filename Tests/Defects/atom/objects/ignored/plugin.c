// Follows positions of the deprecated type atom:Blank only.
#include "tempo.h"

static bool is_object(LV2_URID type) { return type == blank; }
