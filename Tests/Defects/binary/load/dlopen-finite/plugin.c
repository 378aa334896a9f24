// Was compiled with -ffast-math for glibc 2.30: calls a name of powf() that no library offers any more.
#include "defect.h"

float __powf_finite(float base, float exponent);

static void run(LV2_Handle handle, uint32_t frames) {
  good_run(handle, frames);
  float *output = ((Effect *)handle)->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = __powf_finite(output[i], 1);
}

PLUGIN(.run = run)
