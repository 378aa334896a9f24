#define _GNU_SOURCE
#include "CSandbox.h"

#include <signal.h>

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) { interrupted = signal; }

/// Catches a signal, unless it was ignored at the start of this process.
static void catch(int signal) {
  struct sigaction before;
  if (sigaction(signal, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
  sigaction(signal, &(struct sigaction){.sa_handler = note_interrupt}, NULL);
}

void sandbox_catch_interrupts(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    catch(signals[index]);
    sigaddset(&caught, signals[index]);
  }
  pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
}

int sandbox_interrupted(void) { return interrupted; }
