/// A log feature that keeps the last line: log:printf is variadic, which Swift cannot define.
#ifndef RECORDING_LOG_H
#define RECORDING_LOG_H
#include <lv2/log/log.h>

typedef struct {
	LV2_Log_Log log;
	LV2_URID type;
	char line[512];
} RecordingLog;

/// Makes `record` ready to be handed over: its `log` refers to itself.
void recording_log_init(RecordingLog *record);
#endif
