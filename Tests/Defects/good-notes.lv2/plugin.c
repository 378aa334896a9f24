// Notes as they should be.
#include "notes.h"

PLUGIN(.instantiate = notes_instantiate, .run = notes_run)
