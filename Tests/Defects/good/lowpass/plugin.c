// The filter is designed for the rate of the host.
#define RATE(effect) ((effect)->rate)
#define IS_ON(effect) true
#include "lowpass.h"
