// Blocks a signal in the host's thread and does not unblock it.
#include "defect.h"
#include <signal.h>

static void activate(LV2_Handle handle) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  good_activate(handle);
}

PLUGIN(.activate = activate)
