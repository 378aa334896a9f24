/* Small plug-ins for the tests of lv2render. The ports are in, out, amount and latency, except for the generator and
   plug-ins with several inputs. The URI describes the behavior. */
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX "urn:martlet:test:"
enum { DELAY = 100, PAUSE = 2, LINE = 1 << 19 };

typedef struct {
  float *port[6];
  float *line;
  uint64_t position;
  double rate;
  const LV2_URID_Map *map;
  float factor;
} Plugin;

/* Logs the reason in two lines. */
static LV2_Handle refuse(const LV2_Feature *const *features) {
  const LV2_URID_Map *map = NULL;
  const LV2_Log_Log *log = NULL;
  for (; *features; ++features) {
    map = strcmp((*features)->URI, LV2_URID__map) ? map : (*features)->data;
    log = strcmp((*features)->URI, LV2_LOG__log) ? log : (*features)->data;
  }
  log->printf(log->handle, map->map(map->handle, LV2_LOG__Error), "not today:\n%d is no day\n", 42);
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *d, double rate, const char *path, const LV2_Feature *const *f) {
  if (!strcmp(d->URI, PREFIX "crash-instantiate")) {
    raise(SIGSEGV);
  }
  if (!strcmp(d->URI, PREFIX "null")) {
    return NULL;
  }
  if (!strcmp(d->URI, PREFIX "refuse")) {
    return refuse(f);
  }
  if (!strcmp(d->URI, PREFIX "slow")) {
    usleep(800000);
  }
  Plugin *plugin = calloc(1, sizeof *plugin);
  plugin->line = calloc(LINE, sizeof(float));
  plugin->rate = rate;
  for (; f && *f; ++f) {
    if (!strcmp((*f)->URI, LV2_URID__map)) {
      plugin->map = (*f)->data;
    }
  }
  return plugin;
}

static void connect(LV2_Handle handle, uint32_t port, void *data) { ((Plugin *)handle)->port[port] = data; }

static void cleanup(LV2_Handle handle) {
  free(((Plugin *)handle)->line);
  free(handle);
}

static void crash_in_cleanup(LV2_Handle handle) { raise(SIGSEGV); }

static void run_gain(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i) {
    p->port[1][i] = p->port[0][i] * *p->port[2];
  }
}

/* A delay line of `length` frames with the gain `wet`, plus the input with the gain `dry`. */
static void run_line(Plugin *p, uint32_t frames, uint64_t length, float dry, float wet) {
  for (uint32_t i = 0; i < frames; ++i, ++p->position) {
    const float in = p->port[0][i];
    p->port[1][i] = dry * in + wet * p->line[(p->position + LINE - length) % LINE];
    p->line[p->position % LINE] = in;
  }
}

static void run_delay(LV2_Handle handle, uint32_t frames) {
  run_line(handle, frames, DELAY, 0, 1);
  *((Plugin *)handle)->port[3] = DELAY;
}

static void run_echo(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  run_line(p, frames, (uint64_t)(PAUSE * p->rate), 1, 0.5f);
}

static void run_crash(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  run_gain(handle, frames);
  p->position += frames;
  if (p->position > 24000) {
    raise(SIGSEGV);
  }
}

/* Starts, in the first block, a process that keeps all descriptors for 20 s, in a session of its own. */
static void start_process(const Plugin *p) {
  if (p->position == 0 && fork() == 0) {
    setsid();
    sleep(20);
    _exit(0);
  }
}

static void run_fork(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  start_process(p);
  run_gain(handle, frames);
  p->position += frames;
}

static void run_fork_crash(LV2_Handle handle, uint32_t frames) {
  start_process(handle);
  run_crash(handle, frames);
}

static void run_exit(LV2_Handle handle, uint32_t frames) { exit(0); }

static void run_hang(LV2_Handle handle, uint32_t frames) {
  for (volatile int spin = 1; spin;) {
  }
}

/* Takes `amount` seconds for each block of the first 8192 frames. */
static void run_slow(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  memcpy(p->port[1], p->port[0], frames * sizeof(float));
  if (p->position < 8192) {
    usleep((useconds_t)(*p->port[2] * 1e6f));
  }
  p->position += frames;
}

static void run_nan(LV2_Handle handle, uint32_t frames) {
  run_gain(handle, frames);
  ((Plugin *)handle)->port[1][0] = NAN;
}

static void run_talk(LV2_Handle handle, uint32_t frames) {
  run_gain(handle, frames);
  printf("a plug-in talks\n");
  fflush(stdout);
}

/* Never silent. */
static void run_hum(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i) {
    p->port[1][i] = 0.25f;
  }
}

/* A gain that is stored in the state only. */
static void run_state(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i) {
    p->port[1][i] = p->factor * p->port[0][i];
  }
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Plugin *p = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const void *value = retrieve(state, p->map->map(p->map->handle, PREFIX "factor"), &size, &type, &value_flags);
  if (value && size == sizeof p->factor) {
    memcpy(&p->factor, value, size);
  }
  return LV2_STATE_SUCCESS;
}

static const void *state_only(const char *uri) {
  static const LV2_State_Interface state = {NULL, restore};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &state;
}

/* Port 0 is the output. */
static void run_generator(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i, ++p->position) {
    p->port[0][i] = (float)sin(6.283185307179586 * 100 * p->position / p->rate);
  }
}

/* Inputs: 0 and 1. Outputs: 2 and 3. */
static void run_swap(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  memcpy(p->port[2], p->port[1], frames * sizeof(float));
  memcpy(p->port[3], p->port[0], frames * sizeof(float));
}

/* Adds the side chain, port 4. */
static void run_side(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i) {
    p->port[1][i] = p->port[0][i] * *p->port[2] + p->port[4][i];
  }
}

/* Adds the side chain, port 0, to the inputs 1 and 2. Outputs: 3 and 4. */
static void run_duck(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i) {
    p->port[3][i] = p->port[1][i] + p->port[0][i];
    p->port[4][i] = p->port[2][i] + p->port[0][i];
  }
}

/* Adds the inputs 2 and 3 to the inputs 0 and 1. Outputs: 4 and 5. */
static void run_pairs(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  for (uint32_t i = 0; i < frames; ++i) {
    p->port[4][i] = p->port[0][i] + p->port[2][i];
    p->port[5][i] = p->port[1][i] + p->port[3][i];
  }
}

#define PLUGIN(name, run, cleanup) {PREFIX name, instantiate, connect, NULL, run, NULL, cleanup, NULL}
static LV2_URID urid(const Plugin *p, const char *uri) { return p->map->map(p->map->handle, uri); }

/* The ports are events, messages, tempo, meter and an input, which is copied to the first output. Where an event arrives, a
   sample of that output has also the first byte of a message and its second one divided by 128. A position adds the tempo to the second output, and the beats of a bar and the
   bar divided by 128 to the third. */
static void run_keys(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  memcpy(p->port[1], p->port[4], frames * sizeof(float));
  memset(p->port[2], 0, frames * sizeof(float));
  memset(p->port[3], 0, frames * sizeof(float));
  const LV2_Atom_Sequence *events = (const void *)p->port[0];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    const int64_t frame = event->time.frames;
    if (event->body.type == urid(p, LV2_MIDI__MidiEvent)) {
      p->port[1][frame] += message[0] + message[1] / 128.f;
      continue;
    }
    const LV2_Atom_Object *position = (const LV2_Atom_Object *)&event->body;
    const LV2_Atom *tempo = NULL, *beats = NULL, *bar = NULL;
    lv2_atom_object_get(position, urid(p, LV2_TIME__beatsPerMinute), &tempo, urid(p, LV2_TIME__beatsPerBar), &beats,
                        urid(p, LV2_TIME__bar), &bar, 0);
    p->port[2][frame] += ((const LV2_Atom_Float *)tempo)->body;
    p->port[3][frame] += ((const LV2_Atom_Float *)beats)->body + ((const LV2_Atom_Long *)bar)->body / 128.f;
  }
}

static const LV2_Descriptor descriptors[] = {
  PLUGIN("gain", run_gain, cleanup),
  PLUGIN("keys", run_keys, cleanup),
  PLUGIN("delay", run_delay, cleanup),
  PLUGIN("echo", run_echo, cleanup),
  PLUGIN("crash", run_crash, cleanup),
  PLUGIN("fork", run_fork, cleanup),
  PLUGIN("fork-crash", run_fork_crash, cleanup),
  PLUGIN("crash-instantiate", run_gain, cleanup),
  PLUGIN("crash-cleanup", run_gain, crash_in_cleanup),
  PLUGIN("null", run_gain, cleanup),
  PLUGIN("refuse", run_gain, cleanup),
  PLUGIN("exit", run_exit, cleanup),
  PLUGIN("hang", run_hang, cleanup),
  PLUGIN("nan", run_nan, cleanup),
  PLUGIN("slow", run_slow, cleanup),
  PLUGIN("talk", run_talk, cleanup),
  PLUGIN("hum", run_hum, cleanup),
  {PREFIX "state", instantiate, connect, NULL, run_state, NULL, cleanup, state_only},
  PLUGIN("side", run_side, cleanup),
  PLUGIN("duck", run_duck, cleanup),
  PLUGIN("pairs", run_pairs, cleanup),
  PLUGIN("generator", run_generator, cleanup),
  PLUGIN("swap", run_swap, cleanup),
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < sizeof descriptors / sizeof *descriptors ? descriptors + index : NULL;
}
