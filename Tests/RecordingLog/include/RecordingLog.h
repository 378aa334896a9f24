/// A log feature that stores the last line. It is in C because log:printf is variadic, and Swift cannot define it.
#ifndef RECORDING_LOG_H
#define RECORDING_LOG_H
#include <lv2/log/log.h>

typedef struct {
	LV2_Log_Log log;
	LV2_URID type;
	char line[512];
} RecordingLog;

/// Initializes `record`. The data of the feature log:log is the address of `record`.
void recording_log_init(RecordingLog *record);
#endif
