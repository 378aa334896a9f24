// A small LV2 host for measurements, called from host.py. It loads plug-ins through lilv and adds nothing between the
// readings of the clock and run().
#define _GNU_SOURCE
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/options/options.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xmmintrin.h>

enum { LONGEST = 8192, ATOM_SIZE = 1 << 16, MOST_URIDS = 4096, FLUSH_TO_ZERO = 0x8040 };

// All plug-ins share these buffers, as in a host that runs them one after the other over a pool of buffers.
static _Alignas(64) float inputs[2][LONGEST], outputs[2][LONGEST];

// URIDs are indices into this table, plus one. The strings are never freed, because plug-ins may keep them.
static char *uris[MOST_URIDS];
static uint32_t uri_count;

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) {
    (void)handle;
    for (uint32_t i = 0; i < uri_count; i++)
        if (strcmp(uris[i], uri) == 0) return i + 1;
    if (uri_count == MOST_URIDS) return 0;
    uris[uri_count] = strdup(uri);
    return ++uri_count;
}

static const char *unmap_uri(LV2_URID_Unmap_Handle handle, LV2_URID urid) {
    (void)handle;
    return urid == 0 || urid > uri_count ? NULL : uris[urid - 1];
}

static LilvWorld *world(void) {
    static LilvWorld *only;
    if (!only) {
        only = lilv_world_new();
        lilv_world_load_all(only);
    }
    return only;
}

static const LilvPlugin *find(const char *uri) {
    LilvNode *node = lilv_new_uri(world(), uri);
    const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world()), node);
    lilv_node_free(node);
    return plugin;
}

struct plugin {
    const LilvPlugin *description;
    LilvInstance *instance;
    float *controls;  // one value for each port of any type
    uint32_t input_count, output_count;
    LV2_Atom_Sequence **atoms;  // of the atom ports, NULL-terminated
    int *atom_is_output;
    LV2_URID chunk, sequence;
    struct tap *tap;  // NULL without a window
};

// The start of the memory that an instance of LV2Kit shares with its windows (Sources/Kit/LV2Kit/Runtime/Tap.swift).
enum { TAP_CAPACITY = 8192, TAP_REQUEST = 0x80 };
struct tap {
    intptr_t owners, position;
    uint8_t *attention;
    intptr_t frames, count;
};

static int is_a(const struct plugin *p, const LilvPort *port, const char *type) {
    LilvNode *node = lilv_new_uri(world(), type);
    int result = lilv_port_is_a(p->description, port, node);
    lilv_node_free(node);
    return result;
}

static void connect_ports(struct plugin *p) {
    uint32_t count = lilv_plugin_get_num_ports(p->description);
    p->controls = calloc(count, sizeof(float));
    p->atoms = calloc(count + 1, sizeof *p->atoms);
    p->atom_is_output = calloc(count + 1, sizeof(int));
    lilv_plugin_get_port_ranges_float(p->description, NULL, NULL, p->controls);
    uint32_t atoms = 0;
    for (uint32_t i = 0; i < count; i++) {
        const LilvPort *port = lilv_plugin_get_port_by_index(p->description, i);
        int is_output = is_a(p, port, LV2_CORE__OutputPort);
        if (isnan(p->controls[i])) p->controls[i] = 0;
        if (is_a(p, port, LV2_CORE__ControlPort)) {
            lilv_instance_connect_port(p->instance, i, p->controls + i);
        } else if (is_a(p, port, LV2_ATOM__AtomPort)) {
            p->atoms[atoms] = aligned_alloc(64, ATOM_SIZE);
            p->atom_is_output[atoms] = is_output;
            lilv_instance_connect_port(p->instance, i, p->atoms[atoms++]);
        } else if (is_a(p, port, LV2_CORE__AudioPort) && is_output && p->output_count < 2) {
            lilv_instance_connect_port(p->instance, i, outputs[p->output_count++]);
        } else if (is_a(p, port, LV2_CORE__AudioPort) && !is_output && p->input_count < 4) {
            // A sidechain gets the sound of the inputs.
            lilv_instance_connect_port(p->instance, i, inputs[p->input_count++ % 2]);
        } else {
            lilv_instance_connect_port(p->instance, i, NULL);
        }
    }
}

// Returns an active instance with all ports connected and controls at their defaults, or NULL if that is not possible.
struct plugin *host_open(const char *uri, double rate) {
    const LilvPlugin *description = find(uri);
    if (!description) return NULL;
    static LV2_URID_Map map = {NULL, map_uri};
    static LV2_URID_Unmap unmap = {NULL, unmap_uri};
    static const int32_t shortest = 1, longest = LONGEST;
    float rate_value = (float)rate;
    LV2_URID type = map_uri(NULL, LV2_ATOM__Int), real = map_uri(NULL, LV2_ATOM__Float);
    LV2_Options_Option options[] = {
        {LV2_OPTIONS_INSTANCE, 0, map_uri(NULL, LV2_BUF_SIZE__minBlockLength), sizeof(int32_t), type, &shortest},
        {LV2_OPTIONS_INSTANCE, 0, map_uri(NULL, LV2_BUF_SIZE__maxBlockLength), sizeof(int32_t), type, &longest},
        {LV2_OPTIONS_INSTANCE, 0, map_uri(NULL, LV2_BUF_SIZE__nominalBlockLength), sizeof(int32_t), type, &longest},
        {LV2_OPTIONS_INSTANCE, 0, map_uri(NULL, "http://lv2plug.in/ns/ext/parameters#sampleRate"), sizeof(float), real,
         &rate_value},
        {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL},
    };
    LV2_Feature features[] = {
        {LV2_URID__map, &map},
        {LV2_URID__unmap, &unmap},
        {LV2_OPTIONS__options, options},
        {LV2_BUF_SIZE__boundedBlockLength, NULL},
    };
    const LV2_Feature *list[] = {features, features + 1, features + 2, features + 3, NULL};
    LilvInstance *instance = lilv_plugin_instantiate(description, rate, list);
    if (!instance) return NULL;
    struct plugin *p = calloc(1, sizeof *p);
    p->description = description;
    p->instance = instance;
    p->chunk = map_uri(NULL, LV2_ATOM__Chunk);
    p->sequence = map_uri(NULL, LV2_ATOM__Sequence);
    connect_ports(p);
    lilv_instance_activate(instance);
    return p;
}

void host_close(struct plugin *p) {
    lilv_instance_deactivate(p->instance);
    lilv_instance_free(p->instance);
    for (uint32_t i = 0; p->atoms[i]; i++) free(p->atoms[i]);
    free(p->atoms);
    free(p->atom_is_output);
    free(p->controls);
    free(p);
}

// Adds a window without a screen to an instance of LV2Kit, as instance-access permits. Returns 0 if that is not possible.
int host_open_window(struct plugin *p) {
    void *(*open_tap)(void *) =
        (void *(*)(void *))(uintptr_t)lilv_instance_get_extension_data(p->instance, "urn:martlet:lv2kit#tap-2");
    if (open_tap) p->tap = open_tap(lilv_instance_get_handle(p->instance));
    return p->tap != NULL;
}

// Requests a recording of the next `frames` frames, at most TAP_CAPACITY.
static void request(struct tap *tap, uint32_t frames) {
    tap->frames = frames;
    tap->position = TAP_CAPACITY - frames;
    __atomic_fetch_or(tap->attention, TAP_REQUEST, __ATOMIC_RELEASE);
}

// Returns the index of the port with this symbol, or -1.
int32_t host_port(const struct plugin *p, const char *symbol) {
    LilvNode *node = lilv_new_string(world(), symbol);
    const LilvPort *port = lilv_plugin_get_port_by_symbol(p->description, node);
    lilv_node_free(node);
    return port ? (int32_t)lilv_port_get_index(p->description, port) : -1;
}

float host_get(const struct plugin *p, int32_t port) { return p->controls[port]; }
void host_set(struct plugin *p, int32_t port, float value) { p->controls[port] = value; }

// Copies `count` samples, at most LONGEST, to every input for timing.
void host_feed(const float *samples, uint32_t count) {
    for (uint32_t i = 0; i < 2; i++) memcpy(inputs[i], samples, count * sizeof(float));
}

static inline void run(struct plugin *p, uint32_t frames) {
    for (uint32_t i = 0; p->atoms[i]; i++) {
        p->atoms[i]->atom.type = p->atom_is_output[i] ? p->chunk : p->sequence;
        p->atoms[i]->atom.size = p->atom_is_output[i] ? ATOM_SIZE - sizeof(LV2_Atom) : sizeof(LV2_Atom_Sequence_Body);
        p->atoms[i]->body = (LV2_Atom_Sequence_Body){0, 0};
    }
    lilv_instance_run(p->instance, frames);
}

// Processes `frames` frames of `input` (equal in all channels) in blocks. If `port` is not -1, it has one of
// `values` in each block. `output` receives the first channel.
void host_render(
    struct plugin *p, const float *input, float *output, uint32_t frames, uint32_t block, int32_t port,
    const float *values) {
    for (uint32_t start = 0; start < frames; start += block) {
        uint32_t count = frames - start < block ? frames - start : block;
        if (port >= 0) p->controls[port] = values[start / block];
        host_feed(input + start, count);
        run(p, count);
        memcpy(output + start, outputs[0], count * sizeof(float));
    }
}

// Enables or disables flush-to-zero for operands and results.
void host_flush_to_zero(int on) {
    _mm_setcsr(on ? _mm_getcsr() | FLUSH_TO_ZERO : _mm_getcsr() & ~(unsigned)FLUSH_TO_ZERO);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// The work to time: `frames` frames in blocks of `block`. Moving controls cycle through `values`, one a block.
struct job {
    struct plugin *plugin;
    uint32_t block, frames;
    const int32_t *ports;  // of the moving controls
    uint32_t port_count, value_count;
    const float *values;
    int32_t records;  // whether the window requests a recording before the work
    double best;  // result: nanoseconds a frame
};

// Returns the nanoseconds between two adjacent readings of the clock: the minimum of many.
static double clock_time(void) {
    double least = INFINITY;
    for (int i = 0; i < 10000; i++) {
        double begin = now();
        least = fmin(least, now() - begin);
    }
    return least;
}

// Returns nanoseconds a frame, without the time to read the clock.
static double timed(const struct job *job, double clock) {
    struct plugin *p = job->plugin;
    if (job->records) request(p->tap, job->frames);
    double begin = now();
    for (uint32_t done = 0, i = 0; done < job->frames; done += job->block, i++) {
        for (uint32_t k = 0; k < job->port_count; k++) p->controls[job->ports[k]] = job->values[i % job->value_count];
        run(p, job->block);
    }
    return (now() - begin - clock) / job->frames;
}

// The jobs take turns. The result of each job is its best round.
void host_time(struct job *jobs, uint32_t count, uint32_t rounds) {
    const double clock = clock_time();
    for (uint32_t i = 0; i < count; i++) jobs[i].best = INFINITY;
    for (uint32_t round = 0; round < rounds; round++)
        for (uint32_t i = 0; i < count; i++) jobs[i].best = fmin(jobs[i].best, timed(jobs + i, clock));
}

// `count` successive runs of `job`: nanoseconds a frame of each.
void host_time_series(const struct job *job, double *results, uint32_t count) {
    const double clock = clock_time();
    for (uint32_t i = 0; i < count; i++) results[i] = timed(job, clock);
}

// Runs one block of each plug-in in every round: nanoseconds of each round.
void host_time_all(struct plugin **plugins, uint32_t count, uint32_t block, double *results, uint32_t rounds) {
    for (uint32_t round = 0; round < rounds; round++) {
        double begin = now();
        for (uint32_t i = 0; i < count; i++) run(plugins[i], block);
        results[round] = now() - begin;
    }
}
