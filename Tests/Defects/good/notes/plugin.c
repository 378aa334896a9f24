// Writes correct note events.
#include "notes.h"

PLUGIN(.instantiate = notes_instantiate, .run = notes_run)
