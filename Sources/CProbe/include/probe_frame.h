/// Return addresses, told as file and offset, and as function, source and line where that can be found.
#ifndef PROBE_FRAME_H
#define PROBE_FRAME_H

#include "probe_base.h"

/// The longest path that the system takes, with its zero: PATH_MAX.
#define PROBE_PATH_BYTES 4096

/// A return address that another process can make sense of.
typedef struct probe_frame {
  uint64_t address;
  /// Offset from where the file is loaded, as addr2line and objdump count.
  uint64_t offset;
  /// Path of the library or executable; empty when the address is in none.
  char module[PROBE_PATH_BYTES];
} probe_frame;

/// Resolves `count` addresses of this process. Safe in a signal handler: reads /proc/self/maps with plain calls.
void probe_frame_resolve(void *const *addresses, size_t count, probe_frame *frames);

/// The path in a frame, for Swift, to which arrays are tuples.
const char *probe_frame_module(const probe_frame *frame);

/// Whether an address is one of this program's own code, and not of a library's.
bool probe_stack_is_own(const void *address);

/// What a frame is called in the source.
typedef struct probe_symbol {
  /// Empty when unknown.
  char function[256];
  char file[PROBE_PATH_BYTES];
  /// 0 when unknown.
  int32_t line;
} probe_symbol;

/// The symbols and the debug information of files, each read once: those of a C library take a tenth of a second.
typedef struct probe_symbols probe_symbols;

/// NULL where libdw is not installed.
probe_symbols *probe_symbols_open(void);

/// Looks `offset` up in the file `module`, without loading it to run. `symbols` may be NULL: nothing is known then.
///
/// - Returns: false when nothing is known; `*symbol` is then empty.
bool probe_symbols_find(probe_symbols *symbols, const char *module, uint64_t offset, probe_symbol *symbol);

void probe_symbols_close(probe_symbols *symbols);

const char *probe_symbol_function(const probe_symbol *symbol);
const char *probe_symbol_file(const probe_symbol *symbol);

#endif
