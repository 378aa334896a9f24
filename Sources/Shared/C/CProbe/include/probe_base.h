/// Macros shared by the headers of CProbe.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The name of a C declaration in Swift.
#define PROBE_SWIFT(name) __attribute__((swift_name(#name)))

/// An enumeration that Swift imports as an enum.
#define PROBE_ENUM(name) \
  typedef enum __attribute__((enum_extensibility(closed))) name name; \
  enum name

/// A set of flags that Swift imports as an OptionSet.
#define PROBE_OPTIONS(name) \
  typedef enum __attribute__((flag_enum, enum_extensibility(open))) name name; \
  enum name

/// The largest number of stack frames in a record. The innermost frame comes first.
#define PROBE_MAXIMUM_FRAMES 32
