// The filter is designed for 44.1 kHz.
#define RATE(effect) 44100
#define IS_ON(effect) true
#include "lowpass.h"
