// Deletes its static objects of 16 bytes as objects of 8 bytes when the library is closed.
#include "operators.h"

static void *objects[2];

__attribute__((constructor)) static void load(void) {
  for (int index = 0; index < 2; index++) objects[index] = new_object(16);
}

__attribute__((destructor)) static void unload(void) {
  for (int index = 0; index < 2; index++) delete_sized(objects[index], 8);
  objects[0] = objects[1] = NULL;
}

PLUGIN()
