/// Resolution of offsets to functions and source lines, with libdw if it is installed.

#include "probe_internal.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The used functions of libdw, without their prefix "dwfl_".
#define FUNCTIONS(F) \
  F(begin) F(end) F(report_begin_add) F(report_offline) F(report_end) F(module_getelf) F(module_addrname) \
  F(module_getsrc) F(lineinfo) F(line_comp_dir) F(module_nextcu) F(standard_find_debuginfo) F(offline_section_address)

/// Those without their prefix "dwarf_".
#define UNIT_FUNCTIONS(F) F(haspc) F(hasattr) F(lowpc) F(getsrc_die) F(linesrc) F(lineno)

/// The functions, loaded on the first use.
static struct {
#define MEMBER(name) __typeof__(&dwfl_##name) name;
  FUNCTIONS(MEMBER)
#define UNIT_MEMBER(name) __typeof__(&dwarf_##name) name;
  UNIT_FUNCTIONS(UNIT_MEMBER)
  bool complete;
} libdw;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define LOAD(name) \
  if ((libdw.name = (__typeof__(libdw.name))dlsym(library, "dwfl_" #name)) == NULL) return;
  FUNCTIONS(LOAD)
#define UNIT_LOAD(name) \
  if ((libdw.name = (__typeof__(libdw.name))dlsym(library, "dwarf_" #name)) == NULL) return;
  UNIT_FUNCTIONS(UNIT_LOAD)
  libdw.complete = true;
}

static void copy(char *destination, size_t capacity, const char *text) {
  if (text != NULL) strncpy(destination, text, capacity - 1);
}

/// A function of the Swift runtime: returns a readable name, which the caller frees, or NULL.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

/// Writes the name of a function, demangled if it is one of Swift, or if the process contains a C++ runtime.
static void copy_name(char *destination, size_t capacity, const char *name) {
  if (name != NULL && name[0] == '$') {
    char *const swift = swift_demangle(name, strlen(name), NULL, NULL, 0);
    copy(destination, capacity, swift != NULL ? swift : name);
    free(swift);
    return;
  }
  typedef char *(*demangler)(const char *, char *, size_t *, int *);
  // Also that of a plug-in, which is not in the search order of this program.
  void *const runtime = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
  const demangler demangle = (demangler)dlsym(runtime != NULL ? runtime : RTLD_DEFAULT, "__cxa_demangle");
  int status = -1;
  char *readable = demangle != NULL && name != NULL ? demangle(name, NULL, NULL, &status) : NULL;
  copy(destination, capacity, status == 0 ? readable : name);
  free(readable);
  if (runtime != NULL) dlclose(runtime);
}

/// Writes the path of a source file, absolute if the working directory of the compiler is known.
static void copy_file(char *destination, size_t capacity, const char *file, const char *directory) {
  if (file == NULL || file[0] == '/' || directory == NULL) copy(destination, capacity, file);
  else snprintf(destination, capacity, "%s/%s", directory, file);
}

/// Whether the code of a unit contains an address. That of a unit without code in the file begins at 0.
static bool contains(Dwarf_Die *unit, Dwarf_Addr address) {
  Dwarf_Addr start = 0;
  if (libdw.haspc(unit, address) <= 0) return false;
  return libdw.hasattr(unit, DW_AT_ranges) > 0 || (libdw.lowpc(unit, &start) == 0 && start > 0);
}

/// Finds the line in a file without the table .debug_aranges, which clang and the Swift compiler do not write.
static void search_line(Dwfl_Module *file, Dwarf_Addr address, probe_symbol *symbol) {
  Dwarf_Addr bias = 0;
  for (Dwarf_Die *unit = NULL; (unit = libdw.module_nextcu(file, unit, &bias)) != NULL;) {
    if (!contains(unit, address - bias)) continue;
    Dwarf_Line *line = libdw.getsrc_die(unit, address - bias);
    if (line == NULL || libdw.lineno(line, &symbol->line) != 0) continue;
    copy(symbol->file, sizeof symbol->file, libdw.linesrc(line, NULL, NULL));
    return;
  }
}

static void look_up(Dwfl_Module *file, uint64_t offset, probe_symbol *symbol) {
  GElf_Addr bias = 0;
  if (libdw.module_getelf(file, &bias) == NULL) return;
  copy_name(symbol->function, sizeof symbol->function, libdw.module_addrname(file, offset + bias));
  Dwfl_Line *line = libdw.module_getsrc(file, offset + bias);
  if (line == NULL) return search_line(file, offset + bias, symbol);
  const char *name = libdw.lineinfo(line, NULL, &symbol->line, NULL, NULL, NULL);
  copy_file(symbol->file, sizeof symbol->file, name, libdw.line_comp_dir(line));
}

/// The capacity of the cache: with a further file it begins anew.
#define MAXIMUM_FILES 64

struct probe_symbols {
  /// The session keeps a pointer to the callbacks.
  Dwfl_Callbacks callbacks;
  /// NULL before the first file.
  Dwfl *session;
  size_t count;
  struct {
    char *name;
    Dwfl_Module *file;
  } files[MAXIMUM_FILES];
};

probe_symbols *probe_symbols_open(void) {
  pthread_once(&loaded, load);
  probe_symbols *symbols = libdw.complete ? calloc(1, sizeof *symbols) : NULL;
  if (symbols == NULL) return NULL;
  symbols->callbacks.find_debuginfo = libdw.standard_find_debuginfo;
  symbols->callbacks.section_address = libdw.offline_section_address;
  return symbols;
}

/// Begins a session without files. Returns false without memory.
static bool begin(probe_symbols *symbols) {
  symbols->session = libdw.begin(&symbols->callbacks);
  if (symbols->session != NULL) libdw.report_end(symbols->session, NULL, NULL);
  return symbols->session != NULL;
}

/// Ends the session and forgets its files.
static void clear(probe_symbols *symbols) {
  if (symbols->session != NULL) libdw.end(symbols->session);
  for (size_t i = 0; i < symbols->count; ++i) free(symbols->files[i].name);
  symbols->session = NULL;
  symbols->count = 0;
}

static Dwfl_Module *file_of(probe_symbols *symbols, const char *module) {
  for (size_t i = 0; i < symbols->count; ++i)
    if (strcmp(symbols->files[i].name, module) == 0) return symbols->files[i].file;
  if (symbols->count == MAXIMUM_FILES) clear(symbols);
  if (symbols->session == NULL && !begin(symbols)) return NULL;
  char *name = strdup(module);
  if (name == NULL) return NULL;
  libdw.report_begin_add(symbols->session);
  Dwfl_Module *file = libdw.report_offline(symbols->session, module, module, -1);
  libdw.report_end(symbols->session, NULL, NULL);
  symbols->files[symbols->count].name = name;
  symbols->files[symbols->count++].file = file;
  return file;
}

bool probe_symbols_find(probe_symbols *symbols, const char *module, uint64_t offset, probe_symbol *symbol) {
  memset(symbol, 0, sizeof *symbol);
  Dwfl_Module *file = symbols == NULL ? NULL : file_of(symbols, module);
  if (file != NULL) look_up(file, offset, symbol);
  return symbol->function[0] != '\0' || symbol->line > 0;
}

void probe_symbols_close(probe_symbols *symbols) {
  if (symbols == NULL) return;
  clear(symbols);
  free(symbols);
}

const char *probe_symbol_function(const probe_symbol *symbol) { return symbol->function; }
const char *probe_symbol_file(const probe_symbol *symbol) { return symbol->file; }
