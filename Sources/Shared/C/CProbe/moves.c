/// Counts the bytes that a library moves or copies with the functions of the C library.
///
/// The executable does not replace these functions for the whole process: everything calls them. The table of addresses
/// of the one library is changed instead.

#include "probe_internal.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#define JUMP_SLOT R_X86_64_JUMP_SLOT
#define ADDRESS R_X86_64_GLOB_DAT
#elif defined(__aarch64__)
#define JUMP_SLOT R_AARCH64_JUMP_SLOT
#define ADDRESS R_AARCH64_GLOB_DAT
#endif

static __thread uint64_t moved;

static void *move(void *to, const void *from, size_t count) {
  if (probe_this_thread.watch & PROBE_WATCH_MOVES) moved += count;
  return memmove(to, from, count);
}

/// The variant of code that was compiled with _FORTIFY_SOURCE. `capacity`: the bytes at `to`.
static void *move_checked(void *to, const void *from, size_t count, size_t capacity) {
  if (probe_this_thread.watch & PROBE_WATCH_MOVES) moved += count;
  return __builtin___memmove_chk(to, from, count, capacity);
}

/// The function that counts instead of the one with this name; NULL if it is none that moves memory.
static void *counter(const char *name) {
  if (strcmp(name, "memmove") == 0 || strcmp(name, "memcpy") == 0) return (void *)move;
  if (strcmp(name, "__memmove_chk") == 0 || strcmp(name, "__memcpy_chk") == 0) return (void *)move_checked;
  return NULL;
}

/// What the dynamic section of a library refers to.
struct tables {
  const ElfW(Sym) * symbols;
  const char *names;
  const ElfW(Rela) * entries[2];
  size_t sizes[2];
};

static struct tables tables_of(const struct link_map *library) {
  struct tables tables = {0};
  for (const ElfW(Dyn) *entry = library->l_ld; entry->d_tag != DT_NULL; entry++) {
    // The loader relocates the addresses in place, unless the section is read-only.
    const uintptr_t base = entry->d_un.d_ptr < library->l_addr ? library->l_addr : 0;
    const void *const address = (const void *)(base + entry->d_un.d_ptr);
    switch (entry->d_tag) {
    case DT_SYMTAB: tables.symbols = address; break;
    case DT_STRTAB: tables.names = address; break;
    case DT_JMPREL: tables.entries[0] = address; break;
    case DT_PLTRELSZ: tables.sizes[0] = entry->d_un.d_val; break;
    case DT_RELA: tables.entries[1] = address; break;
    case DT_RELASZ: tables.sizes[1] = entry->d_un.d_val; break;
    }
  }
  return tables;
}

static void replace(void **slot, void *function) {
  const uintptr_t page = (uintptr_t)slot & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  if (mprotect((void *)page, (uintptr_t)(slot + 1) - page, PROT_READ | PROT_WRITE) == 0) *slot = function;
}

void probe_moves_count(void *handle) {
  struct link_map *library;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &library) != 0) return;
  const struct tables tables = tables_of(library);
  if (tables.symbols == NULL || tables.names == NULL) return;
  for (size_t table = 0; table < 2; table++) {
    const size_t count = tables.entries[table] != NULL ? tables.sizes[table] / sizeof *tables.entries[table] : 0;
    for (size_t index = 0; index < count; index++) {
      const ElfW(Rela) *const entry = &tables.entries[table][index];
      const uint64_t type = ELF64_R_TYPE(entry->r_info);
      if (type != JUMP_SLOT && type != ADDRESS) continue;
      void *const function = counter(tables.names + tables.symbols[ELF64_R_SYM(entry->r_info)].st_name);
      if (function != NULL) replace((void **)(library->l_addr + entry->r_offset), function);
    }
  }
}

uint64_t probe_moves_take(void) {
  const uint64_t taken = moved;
  moved = 0;
  return taken;
}
