#ifndef __wasm__
#define _GNU_SOURCE
#include "function.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

struct search {
  const char *name;
  void *function;
};

/// The symbols of a library, and the hash table of their names in the format of DT_GNU_HASH.
struct symbols {
  const ElfW(Sym) *list;
  const char *names;
  const uint32_t *table;
};

static struct symbols symbols_of(const struct dl_phdr_info *library) {
  struct symbols symbols = {0};
  for (int i = 0; i < library->dlpi_phnum; i++) {
    if (library->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const void *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      // The loader has made the addresses absolute, unless the section is read-only.
      const ElfW(Addr) value = entry->d_un.d_ptr;
      const void *place = (const void *)(value < library->dlpi_addr ? value + library->dlpi_addr : value);
      if (entry->d_tag == DT_SYMTAB) symbols.list = place;
      if (entry->d_tag == DT_STRTAB) symbols.names = place;
      if (entry->d_tag == DT_GNU_HASH) symbols.table = place;
    }
  }
  return symbols;
}

/// Returns the symbol with this name, or NULL.
static const ElfW(Sym) *symbol(struct symbols symbols, const char *name) {
  uint32_t hash = 5381;
  for (const char *letter = name; *letter; letter++) hash = hash * 33 + (unsigned char)*letter;
  const uint32_t bucket_count = symbols.table[0], first = symbols.table[1], filter_words = symbols.table[2];
  const uint32_t *buckets = symbols.table + 4 + filter_words * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t *hashes = buckets + bucket_count;
  // The hashes of a bucket are in succession. The lowest bit of the last one is set.
  for (uint32_t i = buckets[hash % bucket_count]; i >= first; i++) {
    if ((hashes[i - first] | 1) == (hash | 1) && strcmp(symbols.names + symbols.list[i].st_name, name) == 0)
      return &symbols.list[i];
    if (hashes[i - first] & 1) return NULL;
  }
  return NULL;
}

static int search_library(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  const char *file = strrchr(library->dlpi_name, '/');
  if (!file) return 0;
  if (strcmp(file, "/libc.so.6") != 0 && strcmp(file, "/libdl.so.2") != 0 && strcmp(file, "/libpthread.so.0") != 0) return 0;
  const struct symbols symbols = symbols_of(library);
  if (!symbols.list || !symbols.names || !symbols.table) return 0;
  const ElfW(Sym) *found = symbol(symbols, search->name);
  if (found) search->function = (void *)(library->dlpi_addr + found->st_value);
  return found != NULL;
}

void *find_function(const char *name) {
  struct search search = {name, NULL};
  dl_iterate_phdr(search_library, &search);
  return search.function;
}

#endif
