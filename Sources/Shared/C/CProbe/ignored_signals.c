#include "probe_internal.h"

#include <signal.h>

static void do_nothing(int signal) { (void)signal; }

void probe_handle_ignored_signals(void) {
  for (int signal = 1; signal <= SIGRTMAX; signal++) {
    struct sigaction action;
    if (sigaction(signal, NULL, &action) != 0 || action.sa_handler != SIG_IGN) continue;
    sigaction(signal, &(struct sigaction){.sa_handler = do_nothing, .sa_flags = SA_RESTART}, NULL);
  }
}
