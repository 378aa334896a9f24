// Correct unless the environment variable FAULTS lists faults: ACTION:CALL:TIME, separated by spaces. With it, the plug-in
// ends its process in every way, for GeneratedEndsTests.
#include "defect.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LATER = 5 };

/// Reserves memory in pieces of this size until none is left, and aborts.
static void exhaust(size_t size) {
  while (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED) {}
  abort();
}

static void act(const char *action) {
  if (!strcmp(action, "exit0")) exit(0);
  if (!strcmp(action, "exit70")) exit(70);
  if (!strcmp(action, "quick")) _exit(3);
  if (!strcmp(action, "abort")) abort();
  if (!strcmp(action, "segv")) *(volatile int *)0 = 1;
  if (!strcmp(action, "bus")) raise(SIGBUS);
  if (!strcmp(action, "fpe")) raise(SIGFPE);
  if (!strcmp(action, "ill")) __builtin_trap();
  if (!strcmp(action, "trap")) raise(SIGTRAP);
  if (!strcmp(action, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(action, "term")) kill(getpid(), SIGTERM);
  if (!strcmp(action, "pipe")) raise(SIGPIPE);
  if (!strcmp(action, "wild")) *(volatile int *)0x123456789000 = 1;
  if (!strcmp(action, "malloc")) free(malloc(64));
  if (!strcmp(action, "large")) exhaust((size_t)1 << 30);
  if (!strcmp(action, "small")) exhaust((size_t)1 << 26);
  if (!strcmp(action, "loop")) for (;;) usleep(100000);
}

/// The number of instances.
static int alive;

/// Whether a fault is due in this call.
static bool due(const char *time, const Effect *effect) {
  static unsigned calls;
  if (!strcmp(time, "later")) return ++calls > LATER;
  if (!strcmp(time, "always")) return true;
  if (!strcmp(time, "shared")) return alive > 1;
  const float *gain = effect ? effect->port[GAIN] : NULL;
  return gain && (!strcmp(time, "maximum") ? *gain == 2 : *gain == 0);
}

static void perform(const char *call, const Effect *effect) {
  const char *faults = getenv("FAULTS");
  char action[16], name[16], time[16];
  int length;
  while (faults && sscanf(faults, " %15[^:]:%15[^:]:%15s%n", action, name, time, &length) == 3) {
    if (!strcmp(name, call) && due(time, effect)) act(action);
    faults += length;
  }
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  perform("instantiate", NULL);
  __atomic_add_fetch(&alive, 1, __ATOMIC_SEQ_CST);
  return good_instantiate(descriptor, rate, bundle, features);
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  perform("connect_port", handle);
  good_connect_port(handle, port, data);
}

static void activate(LV2_Handle handle) {
  perform("activate", handle);
  good_activate(handle);
}

static void run(LV2_Handle handle, uint32_t frames) {
  perform("run", handle);
  good_run(handle, frames);
}

static void deactivate(LV2_Handle handle) { perform("deactivate", handle); }

static void cleanup(LV2_Handle handle) {
  perform("cleanup", handle);
  __atomic_sub_fetch(&alive, 1, __ATOMIC_SEQ_CST);
  good_cleanup(handle);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  perform("save", handle);
  return LV2_STATE_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  perform("restore", handle);
  return LV2_STATE_SUCCESS;
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface interface = {save, restore};
  perform("extension_data", NULL);
  return !strcmp(uri, LV2_STATE__interface) ? &interface : NULL;
}

PLUGIN(.instantiate = instantiate, .connect_port = connect_port, .activate = activate, .run = run,
       .deactivate = deactivate, .cleanup = cleanup, .extension_data = extension_data)
