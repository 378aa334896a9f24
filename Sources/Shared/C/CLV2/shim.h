// The LV2 headers for plug-ins and hosts, and what Embedded Swift lacks: a call of the variadic log:printf, and atomic
// operations.
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/data-access/data-access.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#include "inline-display.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Writes the line "<uri>: <message> (<value>)" to the host's log.
static inline void martlet_log(const LV2_Log_Log *log, LV2_URID type, const char *uri, const char *message, double value)
{
	log->printf(log->handle, type, "%s: %s (%g)\n", uri, message, value);
}

// MARK: Exchange between threads, for LV2Kit

/// Adds a node, whose first member is the link to the next one, to a list. Any thread may call it. Returns whether the list was
/// empty.
static inline bool martlet_push(void **list, void *node)
{
	void *next = __atomic_load_n(list, __ATOMIC_RELAXED);
	do *(void **)node = next;
	while (!__atomic_compare_exchange_n(list, &next, node, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
	return next == NULL;
}

/// Removes all nodes of a list and returns the one that was added last, or NULL.
static inline void *martlet_take_all(void **list) { return __atomic_exchange_n(list, NULL, __ATOMIC_ACQUIRE); }

/// Whether a list has nodes.
static inline bool martlet_has_nodes(void *const *list) { return __atomic_load_n(list, __ATOMIC_RELAXED) != NULL; }

static inline void martlet_store(uint32_t *place, uint32_t value) { __atomic_store_n(place, value, __ATOMIC_RELAXED); }
static inline uint32_t martlet_load(const uint32_t *place) { return __atomic_load_n(place, __ATOMIC_RELAXED); }

/// Sets bits; what this thread wrote before is visible to the thread that takes them.
static inline void martlet_set_bits(uint32_t *place, uint32_t bits) { __atomic_fetch_or(place, bits, __ATOMIC_RELEASE); }

/// Clears all bits and returns them.
static inline uint32_t martlet_take_bits(uint32_t *place) { return __atomic_exchange_n(place, 0, __ATOMIC_ACQUIRE); }
