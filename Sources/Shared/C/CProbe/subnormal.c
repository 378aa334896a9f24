/// Operations with subnormal numbers.
///
/// SAFETY: the processor raises an exception for a subnormal operand, and for a result that underflows, if MXCSR does
/// not mask it. The handler of SIGFPE counts it, masks the exceptions and sets the trap flag, so the operation is
/// executed once. The handler of SIGTRAP then unmasks the exceptions again. The kernel starts every handler with the
/// default MXCSR and without the trap flag. All other signals go to the previous handlers.

#include "probe_internal.h"

#if defined(__x86_64__)

#include <signal.h>
#include <ucontext.h>
#include <xmmintrin.h>

/// MXCSR, Intel SDM volume 1, figure 10-3: the sticky flags of a subnormal operand and an underflow, and their masks.
#define DENORMAL_FLAG 0x0002u
#define UNDERFLOW_FLAG 0x0010u
#define FLAGS (DENORMAL_FLAG | UNDERFLOW_FLAG)
#define DENORMAL_MASK 0x0100u
#define UNDERFLOW_MASK 0x0800u
#define MASKS (DENORMAL_MASK | UNDERFLOW_MASK)
#define FLUSH_TO_ZERO 0x8000u

/// EFLAGS, Intel SDM volume 1, figure 3-8.
#define TRAP_FLAG 0x0100

typedef struct counter {
  bool counting;
  /// Whether the trap flag is set for one operation.
  bool stepping;
  /// The masks to clear after that operation.
  uint32_t masks;
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
  ((ucontext_t *)context)->uc_mcontext.fpregs->mxcsr |= MASKS;
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(signal, information, context);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(signal);
  } else {
    sigaction(signal, previous, NULL);
    raise(signal);
  }
}

/// The flags of `FLAGS` whose exceptions are not masked; the mask of a flag is 7 bits above it.
static unsigned raised(const siginfo_t *information, unsigned control) {
  return information->si_code == FPE_FLTUND ? control & ~(control >> 7) & FLAGS : 0;
}

static void handle_exception(int signal, siginfo_t *information, void *context) {
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
  const unsigned control = machine->fpregs->mxcsr;
  const unsigned flags = raised(information, control);
  if (flags == 0) {
    forward(signal, information, context, &previous_exception);
    return;
  }
  // The processor flushes a result only if the underflow is masked.
  if (flags == UNDERFLOW_FLAG && (control & FLUSH_TO_ZERO) != 0) {
    machine->fpregs->mxcsr = (control | UNDERFLOW_MASK) & ~FLAGS;
    return;
  }
  machine->fpregs->mxcsr = (control | MASKS) & ~FLAGS;
  // A thread that the plug-in created in run() inherits the unmasked exceptions. Its operations are not counted.
  if (!this_counter.counting || ++this_counter.count >= this_counter.limit) return;
  this_counter.stepping = true;
  this_counter.masks = ~control & MASKS;
  machine->gregs[REG_EFL] |= TRAP_FLAG;
}

static void handle_trap(int signal, siginfo_t *information, void *context) {
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
  // The code is TRAP_TRACE if the processor reports a single step, which a virtual machine may omit. While one operation is
  // stepped, no other trap than that of a breakpoint can occur.
  if (!this_counter.stepping || information->si_code <= 0 || information->si_code == SI_KERNEL) {
    if (probe_breakpoint_resume(context)) return;
    forward(signal, information, context, &previous_trap);
    return;
  }
  this_counter.stepping = false;
  machine->gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
  machine->fpregs->mxcsr &= ~(this_counter.masks | FLAGS);
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
  const unsigned control = _mm_getcsr();
  const unsigned masks = (control & FLUSH_TO_ZERO) != 0 ? DENORMAL_MASK : MASKS;
  _mm_setcsr(control & ~(masks | FLAGS));
}

uint32_t probe_subnormal_end(void) {
  _mm_setcsr(_mm_getcsr() | MASKS);
  this_counter.counting = false;
  return this_counter.count;
}

#else

// Most Arm processors cannot raise an exception, and the sticky flag of a subnormal operand requires flush-to-zero.

bool probe_subnormal_available(void) { return false; }
void probe_subnormal_begin(uint32_t limit) { (void)limit; }
uint32_t probe_subnormal_end(void) { return 0; }

#endif
