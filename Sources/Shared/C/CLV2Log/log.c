#include "CLV2Log.h"

#include <stdarg.h>
#include <stdio.h>

static int log_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments) {
  const CLV2LogTarget *target = handle;
  char text[1024];
  const int length = vsnprintf(text, sizeof text, format, arguments);
  if (length < 0) return length;
  const uint32_t kept = (uint32_t)length < sizeof text ? (uint32_t)length : (uint32_t)sizeof text - 1;
  target->sink(target->context, type, text, kept);
  return length;
}

static int log_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = log_vprintf(handle, type, format, arguments);
  va_end(arguments);
  return length;
}

LV2_Log_Log clv2log_feature(CLV2LogTarget *target) {
  return (LV2_Log_Log){.handle = target, .printf = log_printf, .vprintf = log_vprintf};
}
