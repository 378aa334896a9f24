#include "RecordingLog.h"

#include <stdarg.h>
#include <stdio.h>

static int record_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments)
{
	RecordingLog *record = handle;
	record->type = type;
	return vsnprintf(record->line, sizeof record->line, format, arguments);
}

static int record_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int count = record_vprintf(handle, type, format, arguments);
	va_end(arguments);
	return count;
}

void recording_log_init(RecordingLog *record)
{
	*record = (RecordingLog){.log = {record, record_printf, record_vprintf}};
}
