// Copies a string of any length into a field of 16 bytes.
#include "text.h"

/// An overlong text overwrites the pointer behind it.
typedef struct {
  char text[16];
  const char *end;
} Field;

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  Field field = {.end = NULL};
  const char *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  if (!value || type != urid(effect, LV2_ATOM__String)) return LV2_STATE_SUCCESS;
  volatile char *place = field.text;
  for (size_t i = 0; i < size && i < sizeof field; ++i) place[i] = value[i];
  effect->kept = field.end ? *field.end : strtof(field.text, NULL);
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_text, restore)
