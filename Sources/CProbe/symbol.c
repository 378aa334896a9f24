/// Offsets to functions and lines, with libdw where it is installed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe_internal.h"

/// The functions of libdw that are used, fetched when the first symbol is asked for.
static struct {
  __typeof__(&dwfl_begin) begin;
  __typeof__(&dwfl_end) end;
  __typeof__(&dwfl_report_offline) report_offline;
  __typeof__(&dwfl_report_end) report_end;
  __typeof__(&dwfl_module_getelf) module_getelf;
  __typeof__(&dwfl_module_addrname) module_addrname;
  __typeof__(&dwfl_module_getsrc) module_getsrc;
  __typeof__(&dwfl_lineinfo) lineinfo;
  __typeof__(&dwfl_line_comp_dir) compilation_directory;
  __typeof__(&dwfl_standard_find_debuginfo) find_debuginfo;
  __typeof__(&dwfl_offline_section_address) section_address;
  bool complete;
} libdw;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define FETCH(field, name) ((libdw.field = (__typeof__(libdw.field))dlsym(library, #name)) != NULL)
  libdw.complete = FETCH(begin, dwfl_begin) && FETCH(end, dwfl_end) && FETCH(report_offline, dwfl_report_offline)
                   && FETCH(report_end, dwfl_report_end) && FETCH(module_getelf, dwfl_module_getelf)
                   && FETCH(module_addrname, dwfl_module_addrname) && FETCH(module_getsrc, dwfl_module_getsrc)
                   && FETCH(lineinfo, dwfl_lineinfo) && FETCH(compilation_directory, dwfl_line_comp_dir)
                   && FETCH(find_debuginfo, dwfl_standard_find_debuginfo)
                   && FETCH(section_address, dwfl_offline_section_address);
#undef FETCH
}

static void copy(char *destination, size_t capacity, const char *text) {
  if (text == NULL) return;
  strncpy(destination, text, capacity - 1);
}

/// Writes a function's name, demangled when the process has a C++ runtime to do it.
static void copy_name(char *destination, size_t capacity, const char *name) {
  typedef char *(*demangler)(const char *, char *, size_t *, int *);
  const demangler demangle = (demangler)dlsym(RTLD_DEFAULT, "__cxa_demangle");
  int status = -1;
  char *readable = demangle != NULL && name != NULL ? demangle(name, NULL, NULL, &status) : NULL;
  copy(destination, capacity, status == 0 ? readable : name);
  free(readable);
}

/// Writes a source file's path, absolute where it is known in which directory the compiler was run.
static void copy_file(char *destination, size_t capacity, const char *file, const char *directory) {
  if (file == NULL) return;
  if (file[0] == '/' || directory == NULL) {
    copy(destination, capacity, file);
  } else {
    snprintf(destination, capacity, "%s/%s", directory, file);
  }
}

static void look_up(Dwfl_Module *file, uint64_t offset, probe_symbol *symbol) {
  GElf_Addr bias = 0;
  if (libdw.module_getelf(file, &bias) == NULL) return;
  copy_name(symbol->function, sizeof symbol->function, libdw.module_addrname(file, offset + bias));
  Dwfl_Line *line = libdw.module_getsrc(file, offset + bias);
  if (line == NULL) return;
  const char *name = libdw.lineinfo(line, NULL, &symbol->line, NULL, NULL, NULL);
  copy_file(symbol->file, sizeof symbol->file, name, libdw.compilation_directory(line));
}

bool probe_frame_symbolise(const char *module, uint64_t offset, probe_symbol *symbol) {
  memset(symbol, 0, sizeof *symbol);
  pthread_once(&loaded, load);
  if (!libdw.complete) return false;
  const Dwfl_Callbacks callbacks = {.find_debuginfo = libdw.find_debuginfo, .section_address = libdw.section_address};
  Dwfl *session = libdw.begin(&callbacks);
  if (session == NULL) return false;
  Dwfl_Module *file = libdw.report_offline(session, module, module, -1);
  libdw.report_end(session, NULL, NULL);
  if (file != NULL) look_up(file, offset, symbol);
  libdw.end(session);
  return symbol->function[0] != '\0' || symbol->line > 0;
}

const char *probe_symbol_function(const probe_symbol *symbol) { return symbol->function; }
const char *probe_symbol_file(const probe_symbol *symbol) { return symbol->file; }
