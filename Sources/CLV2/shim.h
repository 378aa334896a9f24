// The LV2 headers that a plug-in or a host needs, and the one call that Swift cannot make: log:printf is variadic.
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

/// Logs "<uri>: <message> (<value>)" on a line of its own.
static inline void martlet_log(const LV2_Log_Log *log, LV2_URID type, const char *uri, const char *message, double value)
{
	log->printf(log->handle, type, "%s: %s (%g)\n", uri, message, value);
}
