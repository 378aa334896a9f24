// The filter is designed for 44.1 kHz. It is on in the upper half of the range of a control.
#define RATE(effect) 44100
#define IS_ON(effect) (control(effect, GAIN, 1) > 1)
#include "lowpass.h"
