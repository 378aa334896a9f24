// Intel IPP's biquads as plug-ins, to be timed like other plug-ins: one bell of +6 dB at 1 kHz, Q 1, in double precision
// (ippsIIR64f_32f) and in single precision (ippsIIR_32f).
#include <ippcore.h>
#include <ipps.h>
#include <lv2/core/lv2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct filter {
    const float *input;
    float *output;
    void *memory;
    IppsIIRState64f_32f *precise;
    IppsIIRState_32f *single;
};

// R. Bristow-Johnson, Audio EQ Cookbook, peakingEQ: b0 b1 b2 a0 a1 a2.
static void bell(double rate, double taps[6]) {
    double amplitude = pow(10, 6.0 / 40), angle = 2 * acos(-1) * 1000 / rate, alpha = sin(angle) / 2;
    taps[0] = 1 + alpha * amplitude;
    taps[1] = taps[4] = -2 * cos(angle);
    taps[2] = 1 - alpha * amplitude;
    taps[3] = 1 + alpha / amplitude;
    taps[5] = 1 - alpha / amplitude;
}

static LV2_Handle instantiate_precise(
    const LV2_Descriptor *descriptor, double rate, const char *path, const LV2_Feature *const *features) {
    (void)descriptor, (void)path, (void)features;
    struct filter *filter = calloc(1, sizeof *filter);
    double taps[6];
    int size;
    ippInit();  // selects the code for this processor
    bell(rate, taps);
    ippsIIRGetStateSize64f_BiQuad_32f(1, &size);
    filter->memory = ippsMalloc_8u(size);
    ippsIIRInit64f_BiQuad_32f(&filter->precise, taps, 1, NULL, filter->memory);
    return filter;
}

static LV2_Handle instantiate_single(
    const LV2_Descriptor *descriptor, double rate, const char *path, const LV2_Feature *const *features) {
    (void)descriptor, (void)path, (void)features;
    struct filter *filter = calloc(1, sizeof *filter);
    double taps[6];
    float rounded[6];
    int size;
    ippInit();
    bell(rate, taps);
    for (int i = 0; i < 6; i++) rounded[i] = (float)taps[i];
    ippsIIRGetStateSize_BiQuad_32f(1, &size);
    filter->memory = ippsMalloc_8u(size);
    ippsIIRInit_BiQuad_32f(&filter->single, rounded, 1, NULL, filter->memory);
    return filter;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
    struct filter *filter = handle;
    if (port == 0) filter->input = data;
    if (port == 1) filter->output = data;
}

static void run_precise(LV2_Handle handle, uint32_t frames) {
    struct filter *filter = handle;
    ippsIIR64f_32f(filter->input, filter->output, (int)frames, filter->precise);
}

static void run_single(LV2_Handle handle, uint32_t frames) {
    struct filter *filter = handle;
    ippsIIR_32f(filter->input, filter->output, (int)frames, filter->single);
}

static void cleanup(LV2_Handle handle) {
    struct filter *filter = handle;
    ippsFree(filter->memory);
    free(filter);
}

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
    static const LV2_Descriptor descriptors[] = {
        {"urn:martlet:bench:ippsIIR64f_32f", instantiate_precise, connect_port, NULL, run_precise, NULL, cleanup, NULL},
        {"urn:martlet:bench:ippsIIR_32f", instantiate_single, connect_port, NULL, run_single, NULL, cleanup, NULL},
    };
    return index < 2 ? descriptors + index : NULL;
}
