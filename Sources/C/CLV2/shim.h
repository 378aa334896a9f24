// The LV2 headers for plug-ins and hosts, and a wrapper for log:printf, which is variadic: Swift cannot call it.
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

/// Writes the line "<uri>: <message> (<value>)" to the host's log.
static inline void martlet_log(const LV2_Log_Log *log, LV2_URID type, const char *uri, const char *message, double value)
{
	log->printf(log->handle, type, "%s: %s (%g)\n", uri, message, value);
}
