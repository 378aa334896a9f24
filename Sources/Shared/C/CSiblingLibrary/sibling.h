#pragma once

/// Opens another library of the bundle: that with the name of this one, in which a suffix replaces ".so" or "-v3.so".
///
/// Returns its handle, or NULL. `flags` are added to RTLD_NOW and RTLD_LOCAL.
void *open_sibling(const char *suffix, int flags);
