/// The operators of the C++ library, by their mangled names.
#ifndef OPERATORS_H
#define OPERATORS_H

#include "defect.h"

void *new_object(size_t size) __asm__("_Znwm");
void *new_array(size_t size) __asm__("_Znam");
void *new_quietly(size_t size, const void *tag) __asm__("_ZnwmRKSt9nothrow_t");
void *new_aligned(size_t size, size_t alignment) __asm__("_ZnwmSt11align_val_t");
void delete_object(void *block) __asm__("_ZdlPv");
void delete_sized(void *block, size_t size) __asm__("_ZdlPvm");
void delete_array(void *block) __asm__("_ZdaPv");
void delete_aligned(void *block, size_t alignment) __asm__("_ZdlPvSt11align_val_t");

/// A cleanup() that releases the data of the instance with delete.
SPARE void delete_data(LV2_Handle handle) {
  Effect *effect = handle;
  delete_object(effect->data);
  effect->data = NULL;
  good_cleanup(handle);
}

#endif
