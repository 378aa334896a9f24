/// Breakpoints at the functions of the plug-in's library.
///
/// SAFETY: a breakpoint replaces the first instruction of a function in the private copy of this process. The handler of
/// SIGTRAP restores the instruction, notes the function and repeats the instruction, so each breakpoint is hit once. A
/// second thread that hits it at the same time finds the instruction restored and repeats it too. The handler returns by
/// `probe_restorer`, so the trap of system calls stays as it was. If the plug-in handles or blocks SIGTRAP, all breakpoints
/// are removed before.

#include "probe_internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
/// The instruction int3. The processor reports the address after it.
typedef uint8_t unit;
#define BREAKPOINT ((unit)0xcc)
#define INSTRUCTION(context) ((context)->uc_mcontext.gregs[REG_RIP])
#define LENGTH_BEFORE_REPORT 1
#else
/// The instruction "brk #0". The processor reports its address.
typedef uint32_t unit;
#define BREAKPOINT ((unit)0xd4200000)
#define INSTRUCTION(context) ((context)->uc_mcontext.pc)
#define LENGTH_BEFORE_REPORT 0
#endif

/// The encodings of the table that this file reads: version 1, pointers relative to the header, all with 4 bytes.
static const uint8_t table_format[4] = {1, 0x1b, 0x03, 0x3b};

/// An entry of the table, relative to the header: a function and its description.
typedef struct entry {
  int32_t function;
  int32_t description;
} entry;

/// The code of a library.
typedef struct code {
  uintptr_t base;
  uintptr_t begin;
  uintptr_t end;
  int access;
  /// The section .eh_frame_hdr, and its table.
  const char *header;
  const entry *table;
  size_t count;
} code;

static bool is_allowed;
/// The library whose functions have breakpoints, or had them: a thread can be on its way to the handler.
static code observed;
static bool is_observing;
/// The first instruction of each function. Not allocated: the heap of the plug-in must not depend on it.
static unit instructions[PROBE_RECORD_FUNCTIONS];
/// Whether the function has had a breakpoint in this process.
static bool had_breakpoint[PROBE_RECORD_FUNCTIONS];

static uintptr_t start(size_t index) { return (uintptr_t)(observed.header + observed.table[index].function); }

static int find_code(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  code *found = data;
  if (library->dlpi_addr != found->base) return 0;
  for (int index = 0; index < library->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &library->dlpi_phdr[index];
    const uintptr_t begin = found->base + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME && segment->p_memsz > 12) found->header = (const char *)begin;
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0 || found->end != 0) continue;
    found->begin = begin;
    found->end = begin + segment->p_filesz;
    found->access = PROT_EXEC | (segment->p_flags & PF_R ? PROT_READ : 0) | (segment->p_flags & PF_W ? PROT_WRITE : 0);
  }
  return 1;
}

/// Finds the code of a loaded library. Returns false if it has no table of functions that this file reads.
static bool find(const struct link_map *library, code *found) {
  *found = (code){.base = library->l_addr};
  dl_iterate_phdr(find_code, found);
  if (found->header == NULL || found->end == 0 || memcmp(found->header, table_format, sizeof table_format) != 0)
    return false;
  uint32_t count;
  memcpy(&count, found->header + 8, sizeof count);
  found->table = (const entry *)(found->header + 12);
  found->count = count < PROBE_RECORD_FUNCTIONS ? count : PROBE_RECORD_FUNCTIONS;
  return true;
}

/// Changes the access to the pages from `begin` to `end`, without the functions that are interposed or trapped.
static bool protect(uintptr_t begin, uintptr_t end, int access) {
  static uintptr_t page;
  if (page == 0) page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t first = begin & -page;
  return syscall(SYS_mprotect, first, end - first, access) == 0;
}

static void write_instruction(uintptr_t address, unit value) {
  *(volatile unit *)address = value;
  __builtin___clear_cache((char *)address, (char *)address + sizeof value);
}

/// Writes an instruction without changing the access to its page, which other threads execute. Async-signal-safe.
static bool write_through_kernel(uintptr_t address, unit value) {
  const int memory = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR | O_CLOEXEC, 0);
  if (memory < 0) return false;
  const bool is_written = syscall(SYS_pwrite64, memory, &value, sizeof value, address) == sizeof value;
  syscall(SYS_close, memory);
  return is_written;
}

/// Sets a breakpoint at each function that did not run, or restores the instructions of all. The code is writable.
static void replace(bool setting) {
  for (size_t index = 0; index < observed.count; index++) {
    const uintptr_t address = start(index);
    if (address < observed.begin || address + sizeof(unit) > observed.end || address % sizeof(unit) != 0) continue;
    const unit present = *(const unit *)address;
    if (setting && present != BREAKPOINT && !probe_record_has_function(index)) {
      instructions[index] = present;
      had_breakpoint[index] = true;
      write_instruction(address, BREAKPOINT);
    } else if (!setting && had_breakpoint[index] && present == BREAKPOINT) {
      write_instruction(address, instructions[index]);
    }
  }
}

static void replace_in_code(bool setting) {
  // A kernel can forbid the way in which the handler restores instructions.
  if (setting && !write_through_kernel(observed.begin, *(const unit *)observed.begin)) return;
  if (!protect(observed.begin, observed.end, observed.access | PROT_READ | PROT_WRITE)) return;
  replace(setting);
  protect(observed.begin, observed.end, observed.access);
}

void probe_functions_allow(void) { is_allowed = true; }

void probe_functions_observe(void *library) {
  const struct link_map *loaded = library;
  if (!is_allowed || loaded == NULL || (is_observing && loaded->l_addr == observed.base)) return;
  code found;
  if (!find(loaded, &found)) return;
  probe_functions_stop();
  if (found.base != observed.base) memset(had_breakpoint, 0, observed.count);
  observed = found;
  is_observing = true;
  replace_in_code(true);
}

/// Whether the observed library is still loaded.
static bool is_loaded(void) {
  struct dl_find_object object;
  return _dl_find_object((void *)observed.begin, &object) == 0 && object.dlfo_eh_frame == observed.header;
}

void probe_functions_stop(void) {
  if (is_observing && is_loaded()) replace_in_code(false);
  is_observing = false;
}

void probe_breakpoints_forbid(void) {
  is_allowed = false;
  if (!is_observing) return;
  const int error = errno;
  const probe_thread before = probe_suspend();
  probe_functions_stop();
  probe_resume(before);
  errno = error;
}

/// The index of the function that starts at an address; `observed.count` if there is none.
static size_t index_of(uintptr_t address) {
  size_t low = 0, high = observed.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (start(middle) < address) low = middle + 1;
    else high = middle;
  }
  return low < observed.count && start(low) == address ? low : observed.count;
}

bool probe_breakpoint_resume(void *context) {
  ucontext_t *state = context;
  const uintptr_t address = (uintptr_t)INSTRUCTION(state) - LENGTH_BEFORE_REPORT;
  if (address < observed.begin || address >= observed.end) return false;
  const size_t index = index_of(address);
  if (index == observed.count || !had_breakpoint[index]) return false;
  const int error = errno;
  const uint8_t selector = probe_this_thread.selector;
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  probe_record_add_function(index);
  const bool is_restored = write_through_kernel(address, instructions[index]);
  INSTRUCTION(state) = (__typeof__(INSTRUCTION(state)))address;
  probe_this_thread.selector = selector;
  errno = error;
  return is_restored;
}
