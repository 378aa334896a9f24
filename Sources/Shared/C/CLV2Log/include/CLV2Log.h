// The functions of the log feature are variadic, which Swift cannot implement. C formats the message.
#pragma once

#include <stdint.h>

#include <lv2/log/log.h>

/// Receives a formatted message. `text` is not terminated and is valid during the call.
typedef void (*CLV2LogSink)(void *context, LV2_URID type, const char *text, uint32_t length);

/// The target of the handle in LV2_Log_Log. It must outlive the feature.
typedef struct {
  CLV2LogSink sink;
  void *context;
} CLV2LogTarget;

/// A log feature that sends its messages, truncated to 1023 bytes, to `target`. It calls only vsnprintf() and the sink.
LV2_Log_Log clv2log_feature(CLV2LogTarget *target);
