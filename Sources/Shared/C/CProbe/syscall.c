/// Trapped system calls.
///
/// SAFETY: while the thread's selector is "block", the kernel sends SIGSYS for every system call outside the exempt
/// range below. The handler sets the selector to "allow", records the call, performs it, and returns through a restorer
/// in the exempt range. Unwinders recognize a signal frame by the bytes of this restorer.

#include "probe_internal.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <ucontext.h>

bool probe_syscall_is_futex_wake(uint64_t number, uint64_t operation) {
  const uint64_t command = operation & FUTEX_CMD_MASK;
  return number == SYS_futex &&
         (command == FUTEX_WAKE || command == FUTEX_WAKE_OP || command == FUTEX_WAKE_BITSET ||
          command == FUTEX_REQUEUE || command == FUTEX_CMP_REQUEUE);
}

#if defined(__x86_64__)

#define SET_DISPATCH 59
#define CODE_DISPATCH 2

/// SA_RESTORER, the kernel's flag for a given restorer. The C library's headers do not define it.
#define FLAG_RESTORER 0x04000000

/// The length of the instruction `syscall`.
#define INSTRUCTION_BYTES 2

/// The largest size of the vDSO's mapping.
#define VDSO_BYTES (4 * 4096)

__asm__(
    ".text\n"
    ".p2align 4\n"
    ".hidden probe_exempt_begin, probe_restorer, probe_plain_syscall, probe_exempt_end\n"
    ".globl probe_exempt_begin, probe_restorer, probe_plain_syscall, probe_exempt_end\n"
    "probe_exempt_begin:\n"
    "nop\n"
    "probe_restorer:\n"
    "movq $15, %rax\n"
    "syscall\n"
    "probe_plain_syscall:\n"
    "movq %rdi, %rax\n"
    "movq 0(%rsi), %rdi\n"
    "movq 16(%rsi), %rdx\n"
    "movq 24(%rsi), %r10\n"
    "movq 32(%rsi), %r8\n"
    "movq 40(%rsi), %r9\n"
    "movq 8(%rsi), %rsi\n"
    "syscall\n"
    "ret\n"
    "probe_exempt_end:\n");

extern const char probe_exempt_begin[], probe_exempt_end[];
extern void probe_restorer(void);

/// Performs a system call with up to six arguments. Returns the kernel's result: errors are negative.
extern long probe_plain_syscall(long number, const long arguments[6]);

/// The kernel's struct sigaction.
typedef struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
} kernel_action;

static uintptr_t vdso;

/// Whether the handler cannot perform the call: it must return, and the thread repeats the instruction.
static bool must_run_in_thread(long number) {
  static const long numbers[] = {
      SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigsuspend, SYS_sigaltstack, SYS_clone, SYS_clone3, SYS_fork,
      SYS_vfork, SYS_execve, SYS_execveat, SYS_arch_prctl, SYS_prctl, SYS_exit, SYS_exit_group,
  };
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
    if (numbers[index] == number) return true;
  return false;
}

/// Whether the vDSO calls the kernel for this clock on every machine: clocks of processor time and of devices.
///
/// For the other clocks it does so only if the machine has no readable hardware clock. The plug-in is not responsible.
static bool is_kernel_clock(long number, long clock) {
  return number == SYS_clock_gettime
         && (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || (clockid_t)clock < 0);
}

static void handle(int signal, siginfo_t *information, void *context) {
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  if (information->si_code != CODE_DISPATCH) {
    probe_crash_handle(signal, information, context);
    return;
  }
  const int error = errno;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const long number = registers[REG_RAX];
  const uintptr_t next = (uintptr_t)registers[REG_RIP];
  // The plug-in is not responsible for calls of the vDSO and for the return from a signal handler.
  const bool is_own = next - vdso >= VDSO_BYTES && number != SYS_rt_sigreturn;
  const bool recorded = is_own || is_kernel_clock(number, (long)registers[REG_RDI]);
  if (recorded) probe_event_record(PROBE_EVENT_SYSCALL, (uint64_t)number, (uint64_t)registers[REG_RSI], (void *)next);
  if (must_run_in_thread(number)) {
    // The rest of this plug-in call is not trapped, so a later change of the signal mask is not seen.
    probe_this_thread.unblocked = false;
    registers[REG_RIP] = (greg_t)(next - INSTRUCTION_BYTES);
  } else {
    const long arguments[6] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                               registers[REG_R10], registers[REG_R8],  registers[REG_R9]};
    registers[REG_RAX] = probe_plain_syscall(number, arguments);
    probe_this_thread.selector = PROBE_SELECTOR_BLOCK;
  }
  errno = error;
}

/// Registers the selector with the kernel; NULL ends the dispatch.
static long set_dispatch(const volatile uint8_t *selector) {
  const long on[6] = {SET_DISPATCH, 1, (long)probe_exempt_begin, probe_exempt_end - probe_exempt_begin, (long)selector};
  static const long off[6] = {SET_DISPATCH};
  return probe_plain_syscall(SYS_prctl, selector != NULL ? on : off);
}

bool probe_syscall_available(void) {
  static atomic_int known;
  int answer = atomic_load(&known);
  if (answer == 0) {
    if (probe_this_thread.dispatching) return true;
    static const volatile uint8_t allow = PROBE_SELECTOR_ALLOW;
    answer = set_dispatch(&allow) == 0 && set_dispatch(NULL) == 0 ? 1 : -1;
    atomic_store(&known, answer);
  }
  return answer > 0;
}

void probe_install_handler(int signal, int flags, void (*handler)(int, siginfo_t *, void *)) {
  const kernel_action action = {
      .handler = handler,
      .flags = (unsigned long)flags | SA_SIGINFO | FLAG_RESTORER,
      .restorer = probe_restorer};
  const long arguments[6] = {signal, (long)&action, 0, sizeof action.mask, 0, 0};
  probe_plain_syscall(SYS_rt_sigaction, arguments);
}

void probe_syscall_prepare(void) {
  vdso = getauxval(AT_SYSINFO_EHDR);
  if (!probe_syscall_available()) return;
  probe_install_handler(SIGSYS, SA_NODEFER, handle);
}

/// Unblocks SIGSYS. If it is blocked, the kernel kills the process instead of sending the signal.
static void unblock(void) {
  const unsigned long mask = 1ul << (SIGSYS - 1);
  const long arguments[6] = {SIG_UNBLOCK, (long)&mask, 0, sizeof mask, 0, 0};
  probe_this_thread.unblocked = probe_plain_syscall(SYS_rt_sigprocmask, arguments) == 0;
}

bool probe_syscall_arm(void) {
  if (!probe_this_thread.dispatching && probe_syscall_available())
    probe_this_thread.dispatching = set_dispatch(&probe_this_thread.selector) == 0;
  if (probe_this_thread.dispatching && !probe_this_thread.unblocked) unblock();
  return probe_this_thread.dispatching;
}

#else

bool probe_syscall_available(void) { return false; }

void probe_install_handler(int signal, int flags, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = flags | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  probe_next_sigaction(signal, &action);
}

void probe_syscall_prepare(void) {}
bool probe_syscall_arm(void) { return false; }

#endif
