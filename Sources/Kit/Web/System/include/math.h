#pragma once
// The elementary functions are those of JavaScript; see imports.txt.
double sin(double), cos(double), tan(double), asin(double), acos(double), atan(double), atan2(double, double);
double sinh(double), cosh(double), tanh(double), exp(double), exp2(double), log(double), log2(double), log10(double);
double pow(double, double), cbrt(double), fmod(double, double);
float sinf(float), cosf(float), tanf(float), asinf(float), acosf(float), atanf(float), atan2f(float, float);
float sinhf(float), coshf(float), tanhf(float), expf(float), exp2f(float), logf(float), log2f(float), log10f(float);
float powf(float, float), cbrtf(float), fmodf(float, float);
// Instructions, or functions of system.c.
double sqrt(double), fabs(double), floor(double), ceil(double), trunc(double), round(double), rint(double);
float sqrtf(float), fabsf(float), floorf(float), ceilf(float), truncf(float), roundf(float), rintf(float);
double fma(double, double, double), remainder(double, double);
float fmaf(float, float, float), remainderf(float, float);
