/// Operations with subnormal numbers.
///
/// SAFETY: the processor raises an exception before an operation with a subnormal operand if MXCSR does not mask it. The
/// handler of SIGFPE counts it, masks the exception and sets the trap flag, so the operation is executed once. The
/// handler of SIGTRAP then unmasks the exception again. The kernel starts every handler with the default MXCSR and
/// without the trap flag. All other signals go to the previous handlers.

#include "probe_internal.h"

#if defined(__x86_64__)

#include <signal.h>
#include <ucontext.h>
#include <xmmintrin.h>

/// MXCSR, Intel SDM volume 1, figure 10-3: the sticky flag of a subnormal operand, and its mask.
#define DENORMAL_FLAG 0x0002u
#define DENORMAL_MASK 0x0100u

/// EFLAGS, Intel SDM volume 1, figure 3-8.
#define TRAP_FLAG 0x0100

typedef struct counter {
  bool counting;
  /// Whether the trap flag is set for one operation.
  bool stepping;
  uint32_t limit;
  uint32_t count;
} counter;

// SAFETY: initial-exec, so an access in a signal handler never allocates.
static __thread volatile counter this_counter __attribute__((tls_model("initial-exec")));

/// The handlers that were installed before those of this file.
static struct sigaction previous_exception, previous_trap;

static void forward(int signal, siginfo_t *information, void *context, const struct sigaction *previous) {
  this_counter.counting = false;
  this_counter.stepping = false;
  ((ucontext_t *)context)->uc_mcontext.fpregs->mxcsr |= DENORMAL_MASK;
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(signal, information, context);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(signal);
  } else {
    sigaction(signal, previous, NULL);
    raise(signal);
  }
}

/// Whether the exception is that of a subnormal operand: the kernel has the same code for an underflow.
static bool is_denormal_operand(const siginfo_t *information, unsigned control) {
  return information->si_code == FPE_FLTUND && (control & DENORMAL_FLAG) != 0 && (control & DENORMAL_MASK) == 0;
}

static void handle_exception(int signal, siginfo_t *information, void *context) {
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
  const unsigned control = machine->fpregs->mxcsr;
  if (!is_denormal_operand(information, control)) {
    forward(signal, information, context, &previous_exception);
    return;
  }
  machine->fpregs->mxcsr = (control | DENORMAL_MASK) & ~DENORMAL_FLAG;
  // A thread that the plug-in created in run() inherits the unmasked exception. Its operations are not counted.
  if (!this_counter.counting || ++this_counter.count >= this_counter.limit) return;
  this_counter.stepping = true;
  machine->gregs[REG_EFL] |= TRAP_FLAG;
}

static void handle_trap(int signal, siginfo_t *information, void *context) {
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
  if (!this_counter.stepping || information->si_code != TRAP_TRACE) {
    forward(signal, information, context, &previous_trap);
    return;
  }
  this_counter.stepping = false;
  machine->gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
  machine->fpregs->mxcsr &= ~(DENORMAL_MASK | DENORMAL_FLAG);
}

/// Installs a handler, unless it is already installed.
static void install(int signal, void (*handler)(int, siginfo_t *, void *), struct sigaction *previous) {
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  struct sigaction present;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, NULL, &present) != 0 || present.sa_sigaction == handler) return;
  *previous = present;
  sigaction(signal, &action, NULL);
}

bool probe_subnormal_available(void) { return true; }

void probe_subnormal_begin(uint32_t limit) {
  this_counter.limit = limit;
  this_counter.count = 0;
  this_counter.counting = true;
  install(SIGFPE, handle_exception, &previous_exception);
  install(SIGTRAP, handle_trap, &previous_trap);
  _mm_setcsr(_mm_getcsr() & ~(DENORMAL_MASK | DENORMAL_FLAG));
}

uint32_t probe_subnormal_end(void) {
  _mm_setcsr(_mm_getcsr() | DENORMAL_MASK);
  this_counter.counting = false;
  return this_counter.count;
}

#else

// Most Arm processors cannot raise an exception, and the sticky flag of a subnormal operand requires flush-to-zero.

bool probe_subnormal_available(void) { return false; }
void probe_subnormal_begin(uint32_t limit) { (void)limit; }
uint32_t probe_subnormal_end(void) { return 0; }

#endif
