// The log feature's printf takes a variable number of arguments, which Swift cannot receive: C formats the message.
#ifndef CLV2LOG_H
#define CLV2LOG_H

#include <stdint.h>

#include <lv2/log/log.h>

/// Where a formatted message goes. `text` is not terminated and lives during the call.
typedef void (*CLV2LogSink)(void *context, LV2_URID type, const char *text, uint32_t length);

/// What the handle of the LV2_Log_Log points to; it must outlive the feature.
typedef struct {
  CLV2LogSink sink;
  void *context;
} CLV2LogTarget;

/// A log feature whose messages reach `target`, cut at 1023 bytes. Calls nothing but vsnprintf and the sink.
LV2_Log_Log clv2log_feature(CLV2LogTarget *target);

#endif
