// Plays the sample of an SFZ file once. The name of the plug-in states the format.
#include "sfz.h"

SAMPLER_PLUGIN(save_path, sampler_restore, sfz_work, sampler_response)
