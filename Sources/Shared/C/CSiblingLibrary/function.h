#pragma once

/// Returns a function of libc, libdl or libpthread, or NULL if no loaded library has it.
///
/// An import would bind the library to one of both: glibc 2.34 moved the functions for libraries and threads to libc, with
/// new versions.
void *find_function(const char *name);
