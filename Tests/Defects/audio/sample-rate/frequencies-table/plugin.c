// The recorded sound of a key is played frame by frame, as if the host had the rate of the recording.
#define TUNING_RATE(effect) 48000
#include "synth.h"
