/// The handler of fatal signals.
///
/// SAFETY: the handler publishes the crash before it unwinds, so the crash is recorded even if the unwinder fails on a
/// corrupted stack. All calls are async-signal-safe except backtrace(), which probe_watch_prepare() has initialized.

#include "probe_internal.h"

#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_BYTES (128 * 1024)

/// The largest number of frames between the handler and the instruction that faulted.
#define HANDLER_FRAMES 8

/// The id of the thread whose crash is recorded; 0 for none.
static atomic_int handling;

/// The time in seconds that another crashing thread waits for the end of the process.
#define TIMEOUT 2

static __thread bool has_stack;

/// The destination of the jump out of `probe_record_survives`; NULL outside of it.
static __thread sigjmp_buf *escape;

/// The thread whose end this thread waits for in `probe_record_join`.
static __thread pthread_t awaited;
static __thread bool is_waiting;

/// The processor state at a fault.
typedef struct processor_state {
  uintptr_t instruction;
  uintptr_t stack;
  probe_fault fault;
} processor_state;

#if defined(__x86_64__)

/// Page faults are trap 14. Bit 1 of the error code means a write, bit 4 a fetch (Intel SDM volume 3, 4.7).
static processor_state inspect(int signal, const ucontext_t *context) {
  const greg_t *registers = context->uc_mcontext.gregs;
  processor_state state = {(uintptr_t)registers[REG_RIP], (uintptr_t)registers[REG_RSP], PROBE_FAULT_UNKNOWN};
  const bool page_fault = (signal == SIGSEGV || signal == SIGBUS) && registers[REG_TRAPNO] == 14;
  if (page_fault) {
    const greg_t error = registers[REG_ERR];
    state.fault = (error & 16) ? PROBE_FAULT_EXECUTE : (error & 2) ? PROBE_FAULT_WRITE : PROBE_FAULT_READ;
  }
  return state;
}

#else

/// The exception syndrome is in a record after the registers with the magic "ESR\1". Bit 6 means a write.
static processor_state inspect(int signal, const ucontext_t *context) {
  processor_state state = {context->uc_mcontext.pc, context->uc_mcontext.sp, PROBE_FAULT_UNKNOWN};
  const uint32_t *record = (const uint32_t *)context->uc_mcontext.__reserved;
  while ((signal == SIGSEGV || signal == SIGBUS) && record[0] != 0 && record[1] != 0) {
    uint64_t syndrome;
    memcpy(&syndrome, record + 2, sizeof syndrome);
    if (record[0] == 0x45535201) state.fault = (syndrome >> 6 & 1) ? PROBE_FAULT_WRITE : PROBE_FAULT_READ;
    record += record[1] / sizeof *record;
  }
  return state;
}

#endif

/// Captures the stack from the faulting instruction outwards. Each caller points into its call instruction.
static size_t unwind(void **frames, const processor_state *state) {
  void *stack[PROBE_MAXIMUM_FRAMES + HANDLER_FRAMES];
  const int depth = backtrace(stack, PROBE_MAXIMUM_FRAMES + HANDLER_FRAMES);
  int first = 0;
  while (first < depth && (uintptr_t)stack[first] != state->instruction) first++;
  size_t count = 0;
  frames[count++] = (void *)state->instruction;
  // Unwinders stop at an address without code. The caller of an invalid function pointer is on top of the stack.
  if (first >= depth - 1 && state->fault == PROBE_FAULT_EXECUTE)
    frames[count++] = (char *)*(void **)state->stack - 1;
  for (int index = first + 1; index < depth && count < PROBE_MAXIMUM_FRAMES; index++)
    frames[count++] = (char *)stack[index] - 1;
  return count;
}

/// Returns only for the first fault of the first crashing thread.
///
/// A second fault in the same thread is a fault of the handler and ends the process. Another crashing thread waits
/// until the first one has finished its record and ended the process.
static void begin_or_exit(void) {
  int handler = 0;
  const int own = gettid();
  if (atomic_compare_exchange_strong(&handling, &handler, own)) return;
  if (handler != own) sleep(TIMEOUT);
  _exit(PROBE_CRASH_STATUS);
}

void probe_crash_handle(int signal, void *information, void *context) {
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  probe_this_thread.watch = 0;
  begin_or_exit();
  const siginfo_t *info = information;
  const processor_state state = inspect(signal, context);
  const bool has_address = signal != SIGABRT && signal != SIGSYS && info->si_code > 0;
  void *address = has_address ? info->si_addr : NULL;
  probe_location buffer = {.found = false};
  probe_location block = {.found = false};
  if (state.fault != PROBE_FAULT_UNKNOWN) {
    buffer = probe_buffer_locate(address);
    block = probe_guarded_heap_locate(address);
  }
  probe_record_publish_crash(&(probe_crash){
      .signal = signal,
      .fault = state.fault,
      .in_other_thread = !has_stack,
      .in_buffer = buffer.found,
      .in_heap = block.found,
      .freed = block.freed,
      .freed_earlier = block.freed_earlier,
      .tag = buffer.tag,
      .offset = block.found ? block.offset : buffer.offset,
      .size = block.found ? block.size : buffer.size,
      .address = (uintptr_t)address,
  });
  void *frames[PROBE_MAXIMUM_FRAMES];
  const size_t depth = unwind(frames, &state);
  probe_record_publish_stack(frames, depth);
  _exit(PROBE_CRASH_STATUS);
}

/// Passes SIGABRT from the parent, which requests a backtrace, to the thread that this one waits for.
static bool pass_on(int signal, const siginfo_t *information) {
  if (!is_waiting || signal != SIGABRT || information->si_code != SI_USER) return false;
  return information->si_pid == getppid() && pthread_kill(awaited, signal) == 0;
}

void probe_record_join(pthread_t thread) {
  awaited = thread;
  is_waiting = true;
  pthread_join(thread, NULL);
  is_waiting = false;
}

static void handle(int signal, siginfo_t *information, void *context) {
  if (pass_on(signal, information)) return;
  const processor_state state = inspect(signal, context);
  if (probe_buffer_grant(information->si_addr, state.fault, (void *)state.instruction)) return;
  if (escape != NULL) siglongjmp(*escape, 1);
  probe_crash_handle(signal, information, context);
}

bool probe_record_survives(void (*run)(void *instance, uint32_t frames), void *instance, uint32_t frames) {
  sigjmp_buf here;
  const probe_watch watch = (probe_watch)probe_this_thread.watch;
  const bool returned = sigsetjmp(here, 1) == 0;
  if (returned) {
    escape = &here;
    run(instance, frames);
  } else {
    probe_watch_begin(watch);
  }
  escape = NULL;
  return returned;
}

void probe_record_prepare_thread(void) {
  if (has_stack) return;
  void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  const stack_t stack = {.ss_sp = memory, .ss_size = STACK_BYTES};
  has_stack = sigaltstack(&stack, NULL) == 0;
}

static void handle_trap(int signal, siginfo_t *information, void *context) {
  if (!probe_breakpoint_resume(context)) handle(signal, information, context);
}

void probe_breakpoint_prepare(void) { probe_install_handler(SIGTRAP, SA_ONSTACK | SA_NODEFER, handle_trap); }

void probe_record_catch_crashes(void) {
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
  probe_record_prepare_thread();
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) sigaction(fatal[index], &action, NULL);
  probe_watch_prepare();
  probe_breakpoint_prepare();
  probe_syscall_prepare();
}
