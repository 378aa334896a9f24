/// Return addresses, resolved to file and offset, and to function, source file and line if these are known.
#pragma once

#include "probe_base.h"

/// More than the longest path of the system with its terminating zero (PATH_MAX, 4096). Swift imports an array of at
/// most 4096 elements as a tuple, and compiling code that copies such tuples took 40 s.
#define PROBE_PATH_BYTES 4104

/// A return address in a form that is valid in other processes.
typedef struct probe_frame {
  uint64_t address;
  /// The offset from the load address of the file, as addr2line and objdump expect it.
  uint64_t offset;
  /// The path of the library or executable. Empty if no file is mapped at the address.
  char module[PROBE_PATH_BYTES];
} probe_frame;

/// Resolves `count` addresses of this process. Async-signal-safe: it reads /proc/self/maps with system calls.
void probe_frame_resolve(void *const *addresses, size_t count, probe_frame *frames);

/// The path in a frame. Swift imports the array as a tuple, so it needs this accessor.
const char *probe_frame_module(const probe_frame *frame);

/// Whether an address is in the code of this program itself, not of a shared library.
bool probe_stack_is_own(const void *address);

typedef struct probe_symbol {
  /// Empty if unknown.
  char function[256];
  char file[PROBE_PATH_BYTES];
  /// 0 if unknown.
  int32_t line;
} probe_symbol;

/// A cache of the symbols and debug information of files. To read those of a C library takes about 0.1 s.
typedef struct probe_symbols probe_symbols;

/// Returns NULL if libdw is not installed.
probe_symbols *probe_symbols_open(void);

/// Looks up `offset` in the file `module`, without loading the file as a library.
///
/// - `symbols`: may be NULL; the result is then false.
/// - Returns: false if nothing is known; `*symbol` is then empty.
bool probe_symbols_find(probe_symbols *symbols, const char *module, uint64_t offset, probe_symbol *symbol);

void probe_symbols_close(probe_symbols *symbols);

const char *probe_symbol_function(const probe_symbol *symbol);
const char *probe_symbol_file(const probe_symbol *symbol);
