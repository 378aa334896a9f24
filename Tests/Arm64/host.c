// host check           tests the C interface of the plug-ins in LV2_PATH; the exit status is 1 if a test fails
// host render FILE     writes their output for a fixed input as 32-bit floats
//
// It is compiled for arm64, and for the processor that runs the tests, whose output is the reference.
#define _GNU_SOURCE
#include "instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RATE = 48000, FRAMES = 24000, LONGEST = 480000 };

// A Float output may differ in its last bit if a filter computes its frames in other groups: -140 dBFS.
#define TOLERANCE 1e-7f

static float storage[6][LONGEST];
static const struct buffers buffers = {.input = {storage[0], storage[1]}, .output = {storage[2], storage[3]}};
static const struct buffers others = {.input = {storage[0], storage[1]}, .output = {storage[4], storage[5]}};

// Two very different settings of all effects.
static const struct setting first[] = {
  {"frequency", 100}, {"gain", -20}, {"q", 1}, {"cutoff", 300}, {"slope", 48},
  {"delay", 3}, {"feedback", 90}, {"damping", 5000}, {"mix", 70}, {"note", 40}, {"decay", 1}, {NULL, 0}};
static const struct setting second[] = {
  {"frequency", 8000}, {"gain", 6}, {"q", 5}, {"cutoff", 6000}, {"slope", 12},
  {"delay", 30}, {"feedback", -80}, {"feedforward", 50}, {"damping", 20000}, {"mix", 90},
  {"note", 76}, {"decay", 3}, {NULL, 0}};
static const struct setting off[] = {{"enabled", 0}, {NULL, 0}};
static const struct setting on[] = {{"enabled", 1}, {NULL, 0}};

// MARK: Signals

/// Fills the inputs with noise between -0.25 and 0.25. The seed determines the samples.
static void make_noise(uint32_t frames, uint64_t seed) {
  for (int channel = 0; channel < 2; channel++)
    for (uint32_t i = 0; i < frames; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      buffers.input[channel][i] = (float)(int32_t)(seed >> 32) * 0x1p-33f;
    }
}

static void make_silence(uint32_t frames) {
  for (int channel = 0; channel < 2; channel++) memset(buffers.input[channel], 0, frames * sizeof(float));
}

/// Processes noise with a jump from the first to the second settings, a bypass and its end.
static void play(struct instance *instance, struct buffers target, uint32_t block) {
  static const struct { const struct setting *settings; uint32_t frames; } parts[] = {
    {first, 6000}, {second, 70}, {first, 330}, {second, 9000}, {off, 4000}, {on, 4600}};
  make_noise(FRAMES, 1);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    set_controls(instance, parts[i].settings);
    process(instance, target, parts[i].frames, block);
    for (int channel = 0; channel < 2; channel++) {
      target.input[channel] += parts[i].frames;
      target.output[channel] += parts[i].frames;
    }
  }
}

static float peak(const float *samples, uint32_t frames) {
  float peak = 0;
  for (uint32_t i = 0; i < frames; i++) {
    if (!isfinite(samples[i])) return INFINITY;
    peak = fmaxf(peak, fabsf(samples[i]));
  }
  return peak;
}

static float difference(const struct instance *instance, uint32_t frames) {
  float most = 0;
  for (uint32_t channel = 0; channel < instance->channels; channel++)
    for (uint32_t i = 0; i < frames; i++) {
      const float distance = fabsf(buffers.output[channel][i] - others.output[channel][i]);
      if (!(distance <= most)) most = isnan(distance) ? INFINITY : distance;
    }
  return most;
}

static bool is_generator(const struct instance *instance) { return instance->input_count == 0; }

// MARK: Floating-point control register

#if defined(__aarch64__)
enum { FLUSH_TO_ZERO = 1 << 24 };
static uint64_t control_register(void) {
  uint64_t value;
  __asm__ volatile("mrs %0, fpcr" : "=r"(value));
  return value;
}
static void set_control_register(uint64_t value) { __asm__ volatile("msr fpcr, %0" : : "r"(value)); }
#else
enum { FLUSH_TO_ZERO = 0x8040 };
static uint64_t control_register(void) { return __builtin_ia32_stmxcsr() & ~0x3fu; }
static void set_control_register(uint64_t value) { __builtin_ia32_ldmxcsr((unsigned int)value); }
#endif

// MARK: Tests

/// Each returns NULL, or what is wrong.
typedef const char *test(const LilvPlugin *plugin);

static const char *all_rates_work(const LilvPlugin *plugin) {
  static const double rates[] = {8000, 11025, 22050, 44100, 48000, 88200, 96000, 176400, 192000, 384000, 768000};
  static const double refused[] = {0, -48000, NAN, INFINITY, 7999, 768001};
  for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    struct instance instance = open_instance(plugin, rates[i]);
    if (!instance.lilv) return "a rate was refused";
    make_noise(4000, 2);
    process(&instance, buffers, 4000, 64);
    const float level = peak(buffers.output[instance.channels - 1], 4000);
    close_instance(&instance);
    if (!(level > 0.01f && level < 10)) return "the output is silent or not finite";
  }
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    struct instance instance = open_instance(plugin, refused[i]);
    close_instance(&instance);
    if (instance.lilv) return "an unsupported rate was accepted";
  }
  return NULL;
}

static const char *bypass_is_exact(const LilvPlugin *plugin) {
  struct instance instance = open_instance(plugin, RATE);
  if (is_generator(&instance)) return close_instance(&instance), NULL;
  set_controls(&instance, first);
  make_noise(10000, 3);
  process(&instance, buffers, 5000, 64);
  const bool processed = memcmp(buffers.input[0], buffers.output[0], 5000 * sizeof(float)) != 0;
  set_controls(&instance, off);
  buffers.input[0][4000] = -0.0f;
  buffers.input[0][4001] = 0x1p-149f;
  process(&instance, buffers, 10000, 64);
  close_instance(&instance);
  if (!processed) return "the output equals the input before the bypass";
  // The fade has 45 ms, 2160 frames.
  for (uint32_t channel = 0; channel < instance.channels; channel++)
    if (memcmp(buffers.input[channel] + 2200, buffers.output[channel] + 2200, 7800 * sizeof(float)) != 0)
      return "the bypassed output differs from the input";
  return NULL;
}

static const char *invalid_input_does_not_persist(const LilvPlugin *plugin) {
  struct instance instance = open_instance(plugin, RATE);
  set_controls(&instance, first);
  make_noise(4000, 4);
  buffers.input[0][100] = NAN;
  buffers.input[1][200] = INFINITY;
  buffers.input[0][300] = -INFINITY;
  process(&instance, buffers, 4000, 64);
  close_instance(&instance);
  for (uint32_t channel = 0; channel < instance.channels; channel++) {
    if (!isfinite(peak(buffers.output[channel], 4000))) return "the output is not finite";
    if (peak(buffers.output[channel] + 3000, 1000) < 0.001f) return "the output is silent after the invalid samples";
  }
  return NULL;
}

static const char *blocks_of_any_length_give_the_same_output(const LilvPlugin *plugin) {
  static const uint32_t blocks[] = {0, 1, 64};
  struct instance whole = open_instance(plugin, RATE);
  play(&whole, buffers, FRAMES);
  close_instance(&whole);
  if (peak(buffers.output[0], FRAMES) < 0.1f) return "the output is silent";
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    struct instance divided = open_instance(plugin, RATE);
    play(&divided, others, blocks[i]);
    close_instance(&divided);
    if (difference(&whole, FRAMES) > TOLERANCE) return "the output depends on the block length";
  }
  return NULL;
}

static const char *unconnected_ports_are_permitted(const LilvPlugin *plugin) {
  struct instance instance = open_instance(plugin, RATE);
  make_noise(2000, 5);
  process(&instance, buffers, 2000, 64);
  close_instance(&instance);
  // Without connected controls, each has its default.
  instance = open_instance(plugin, RATE);
  lilv_instance_run(instance.lilv, 0);
  lilv_instance_run(instance.lilv, 64);
  lilv_instance_connect_port(instance.lilv, 9999, NULL);
  lilv_instance_activate(instance.lilv);
  for (uint32_t port = 0; port < instance.control_count; port++) lilv_instance_connect_port(instance.lilv, port, NULL);
  connect_audio(&instance, others, 0);
  lilv_instance_run(instance.lilv, 2000);
  const bool equal = difference(&instance, 2000) <= TOLERANCE;
  // Without an input, the output of an effect is silent.
  const bool effect = !is_generator(&instance);
  if (effect) lilv_instance_connect_port(instance.lilv, instance.inputs[0], NULL);
  lilv_instance_run(instance.lilv, 64);
  const float level = effect ? peak(others.output[0], 64) : 0;
  close_instance(&instance);
  if (!equal) return "unconnected controls do not have their defaults";
  return level == 0 ? NULL : "the output is not silent without an input";
}

static const char *output_decays_to_zero(const LilvPlugin *plugin) {
  static const struct setting settings[] = {{"feedback", 50}, {"q", 2}, {"decay", 0.3}, {NULL, 0}};
  struct instance instance = open_instance(plugin, RATE);
  if (is_generator(&instance)) return close_instance(&instance), NULL;
  set_controls(&instance, settings);
  make_noise(5000, 6);
  process(&instance, buffers, 5000, 64);
  make_silence(LONGEST);
  process(&instance, buffers, LONGEST, 256);
  close_instance(&instance);
  for (uint32_t i = 0; i < LONGEST; i++)
    if (fpclassify(buffers.output[0][i]) == FP_SUBNORMAL) return "the output contains subnormal numbers";
  return peak(buffers.output[0] + LONGEST - 1000, 1000) == 0 ? NULL : "the output does not become zero";
}

static const char *flush_to_zero_changes_nothing(const LilvPlugin *plugin) {
  const uint64_t normal = control_register();
  struct instance instance = open_instance(plugin, RATE);
  play(&instance, buffers, 64);
  close_instance(&instance);
  set_control_register(normal | FLUSH_TO_ZERO);
  instance = open_instance(plugin, RATE);
  play(&instance, others, 64);
  close_instance(&instance);
  const uint64_t flushing = control_register();
  set_control_register(normal);
  if (flushing != (normal | FLUSH_TO_ZERO)) return "the plug-in changed the floating-point control register";
  return difference(&instance, FRAMES) == 0 ? NULL : "the output differs with flush-to-zero";
}

static const char *in_place_processing_gives_the_same_output(const LilvPlugin *plugin) {
  struct instance separate = open_instance(plugin, RATE);
  play(&separate, buffers, 64);
  close_instance(&separate);
  struct instance in_place = open_instance(plugin, RATE);
  play(&in_place, (struct buffers){.input = {storage[0], storage[1]}, .output = {storage[0], storage[1]}}, 64);
  close_instance(&in_place);
  memcpy(others.output[0], storage[0], FRAMES * sizeof(float));
  memcpy(others.output[1], storage[1], FRAMES * sizeof(float));
  return difference(&separate, FRAMES) == 0 ? NULL : "the output differs";
}

/// The number of mappings of the memory files of delay lines.
static int mirrored_halves(void) {
  char line[1024];
  int count = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) count += strstr(line, "memfd:martlet delay line") != NULL;
  if (maps) fclose(maps);
  return count;
}

/// The delay line of a comb is mapped twice, or is plain memory if there can be no more files. Both give the same output.
static const char *delay_lines_are_mirrored(const LilvPlugin *plugin) {
  if (!strstr(lilv_node_as_uri(lilv_plugin_get_uri(plugin)), "comb")) return NULL;
  struct instance mirrored = open_instance(plugin, RATE);
  const int halves = mirrored_halves();
  struct rlimit usual;
  getrlimit(RLIMIT_NOFILE, &usual);
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, usual.rlim_max});
  struct instance plain = open_instance(plugin, RATE);
  setrlimit(RLIMIT_NOFILE, &usual);
  const char *problem = NULL;
  if (!plain.lilv) {
    problem = "the plug-in is refused without file descriptors";
  } else if (halves != 2 * (int)mirrored.channels) {
    problem = "the delay line is not mirrored";
  } else if (mirrored_halves() != halves) {
    problem = "the delay line is mirrored without file descriptors";
  } else {
    play(&mirrored, buffers, 64);
    play(&plain, others, 64);
    if (difference(&mirrored, FRAMES) != 0) problem = "plain memory gives another output";
  }
  close_instance(&plain);
  close_instance(&mirrored);
  return problem;
}

// MARK: Commands

static const struct { const char *name; test *run; } tests[] = {
  {"all rates from 8 to 768 kHz work, and no others", all_rates_work},
  {"the bypassed output equals the input bit for bit", bypass_is_exact},
  {"NaN and infinite input do not persist", invalid_input_does_not_persist},
  {"blocks of any length give the same output", blocks_of_any_length_give_the_same_output},
  {"unconnected ports are permitted", unconnected_ports_are_permitted},
  {"the output decays to zero without subnormal numbers", output_decays_to_zero},
  {"flush-to-zero changes nothing and is kept", flush_to_zero_changes_nothing},
  {"in-place processing gives the same output", in_place_processing_gives_the_same_output},
  {"the delay lines of combs are mirrored", delay_lines_are_mirrored}};

static int check(const LilvPlugins *plugins) {
  int failures = 0;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    int failed = 0;
    LILV_FOREACH(plugins, iterator, plugins) {
      const LilvPlugin *plugin = lilv_plugins_get(plugins, iterator);
      const char *problem = tests[i].run(plugin);
      if (problem) printf("FAIL %s: %s\n", lilv_node_as_uri(lilv_plugin_get_uri(plugin)), problem);
      failed += problem != NULL;
    }
    printf("%s %s\n", failed ? "FAIL" : "ok  ", tests[i].name);
    failures += failed;
  }
  return failures > 0;
}

static int render(const LilvPlugins *plugins, const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) return 2;
  LILV_FOREACH(plugins, iterator, plugins) {
    struct instance instance = open_instance(lilv_plugins_get(plugins, iterator), RATE);
    play(&instance, buffers, 64);
    close_instance(&instance);
    for (uint32_t channel = 0; channel < instance.channels; channel++)
      fwrite(buffers.output[channel], sizeof(float), FRAMES, file);
  }
  return fclose(file) == 0 ? 0 : 2;
}

int main(int count, char **arguments) {
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
  printf("%u plug-ins, pages of %ld bytes\n", lilv_plugins_size(plugins), sysconf(_SC_PAGESIZE));
  int status = 2;
  if (count == 2 && strcmp(arguments[1], "check") == 0) status = check(plugins);
  if (count == 3 && strcmp(arguments[1], "render") == 0) status = render(plugins, arguments[2]);
  lilv_world_free(world);
  return status;
}
