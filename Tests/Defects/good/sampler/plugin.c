// Loads sounds of files in work() and plays each once. Keeps the old sound if a file cannot be read.
#include "sampler.h"

SAMPLER_PLUGIN(save_path, sampler_restore, sampler_work, sampler_response)
