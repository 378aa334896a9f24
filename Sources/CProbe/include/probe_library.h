/// What becomes of a shared library when its host closes it.
#ifndef PROBE_LIBRARY_H
#define PROBE_LIBRARY_H

#include "probe_base.h"

/// Whether the library at `path` is taken out of memory once it is closed as often as it was opened.
///
/// Tried in a child process, which has the calling thread alone: nothing changes for the caller. A library stays that is
/// marked so, that defines unique symbols, or that another one needs.
/// - Returns: false also where it does not come to an end within two seconds, or crashes.
bool probe_library_unloads(const char *path);

#endif
