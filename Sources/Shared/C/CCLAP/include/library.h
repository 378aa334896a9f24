// The description of a library of CLAP plug-ins, which `lv2-bundle --format clap` generates in C from the declarations, and what
// CLAPFormat needs in C.
#pragma once
#include "clap.h"

/// How the value of a parameter becomes a text, in the order of the cases of Scale of LV2Kit.
enum {
  LV2KIT_CLAP_LINEAR = 0,
  LV2KIT_CLAP_LOGARITHMIC = 1,
  LV2KIT_CLAP_STEPS = 2,
  LV2KIT_CLAP_INTEGERS = 3,
  LV2KIT_CLAP_TOGGLE = 4,
  LV2KIT_CLAP_CHOICE = 5,
};

/// A parameter: a control input, or the bypass.
typedef struct lv2kit_clap_parameter {
  clap_id id;
  clap_param_info_flags flags;
  /// The index of the port of LV2.
  uint32_t port;
  uint32_t scale;
  /// The index of the unit in the cases of Unit of LV2Kit.
  uint32_t unit;
  const char *name;
  /// The name of the group; empty if there is none.
  const char *module;
  double minimum, maximum, initial;
  /// For LV2KIT_CLAP_STEPS: the step, and the text after the number.
  double step;
  const char *step_label;
  /// For LV2KIT_CLAP_CHOICE: the label of each value from 0 on.
  const char *const *labels;
} lv2kit_clap_parameter;

/// A factory preset: a value for each parameter but the bypass, which is the last one.
typedef struct lv2kit_clap_preset {
  const char *name;
  const double *values;
} lv2kit_clap_preset;

typedef struct lv2kit_clap_plugin {
  clap_plugin_descriptor_t descriptor;
  /// The index of the descriptor of LV2.
  uint32_t index;
  uint32_t input_count, sidechain_count, output_count;
  /// The number of ports before the audio ports: controls, CV, lv2:enabled and the latency.
  uint32_t control_count;
  /// The number of declared ports, and of those of them that are controls and come first; the others are CV ports.
  uint32_t declared_count, connected_count;
  /// The index of the port with the latency, or UINT32_MAX.
  uint32_t latency_port;
  bool has_event_input, has_event_output, has_midi_input, has_midi_output, has_system_exclusive, has_transport;
  /// In seconds; negative if it is not known.
  double tail;
  const lv2kit_clap_parameter *parameters;
  uint32_t parameter_count;
  const lv2kit_clap_preset *presets;
  uint32_t preset_count;
  /// The URI of the window, or NULL.
  const char *interface;
} lv2kit_clap_plugin;

/// A library. The host gets the addresses of its factories.
typedef struct lv2kit_clap_library {
  clap_plugin_factory_t plugin_factory;
  clap_preset_discovery_factory_t preset_factory;
  clap_preset_discovery_provider_descriptor_t provider;
  const lv2kit_clap_plugin *plugins;
  uint32_t plugin_count;
  /// The function lv2_descriptor() of the library.
  const void *(*lv2_descriptor)(uint32_t index);
} lv2kit_clap_library;

/// Returns a factory of a library, or NULL if it has none of this name.
const void *lv2kit_clap_factory(const lv2kit_clap_library *library, const char *id);

// MARK: For the generated source

/// The host has called init() or deinit() of the library.
void lv2kit_clap_begin(void);
void lv2kit_clap_end(void);

uint32_t lv2kit_clap_count(const clap_plugin_factory_t *factory);
const clap_plugin_descriptor_t *lv2kit_clap_descriptor(const clap_plugin_factory_t *factory, uint32_t index);
const clap_plugin_t *lv2kit_clap_create(const clap_plugin_factory_t *factory, const clap_host_t *host, const char *id);
uint32_t lv2kit_clap_provider_count(const clap_preset_discovery_factory_t *factory);
const clap_preset_discovery_provider_descriptor_t *lv2kit_clap_provider_descriptor(
    const clap_preset_discovery_factory_t *factory, uint32_t index);
const clap_preset_discovery_provider_t *lv2kit_clap_create_provider(
    const clap_preset_discovery_factory_t *factory, const clap_preset_discovery_indexer_t *indexer, const char *id);

/// Defines clap_entry. `provider_id` identifies the presets; `vendor` is the name of the maintainer.
#define LV2KIT_CLAP_LIBRARY(provider_id, vendor)                                                                    \
  extern const void *lv2_descriptor(uint32_t index);                                                                \
  static const lv2kit_clap_library library = {                                                                      \
      {lv2kit_clap_count, lv2kit_clap_descriptor, lv2kit_clap_create},                                              \
      {lv2kit_clap_provider_count, lv2kit_clap_provider_descriptor, lv2kit_clap_create_provider},                   \
      {CLAP_VERSION_INIT, provider_id, "Factory presets", vendor},                                                  \
      plugins, sizeof plugins / sizeof *plugins, lv2_descriptor};                                                   \
  static bool init(const char *path) { return (void)path, lv2kit_clap_begin(), true; }                              \
  static void deinit(void) { lv2kit_clap_end(); }                                                                   \
  static const void *get_factory(const char *id) { return lv2kit_clap_factory(&library, id); }                      \
  __attribute__((visibility("default"))) const clap_plugin_entry_t clap_entry = {                                   \
      CLAP_VERSION_INIT, init, deinit, get_factory};

// MARK: Queues

/// The largest size of a message in bytes. A message with a text has up to 4 kB, one with all properties as much as a sequence.
#define LV2KIT_CLAP_MESSAGE_SIZE 65536u

/// A queue of messages from one thread to another, which do not wait for each other.
typedef struct lv2kit_clap_queue lv2kit_clap_queue;

/// Returns a queue without messages, or NULL.
lv2kit_clap_queue *lv2kit_clap_queue_make(void);
void lv2kit_clap_queue_free(lv2kit_clap_queue *queue);

/// Appends a message. Returns false if it is too large, or if the queue has no room for it.
bool lv2kit_clap_push(lv2kit_clap_queue *queue, const void *message, uint32_t size);

/// Returns the size of the first message, or 0 if there is none.
uint32_t lv2kit_clap_next_size(const lv2kit_clap_queue *queue);

/// Copies the first message and removes it. Returns its size, or 0 if there is none.
uint32_t lv2kit_clap_pop(lv2kit_clap_queue *queue, void *message);

// MARK: The thread of an instance, for its worker

typedef struct lv2kit_clap_worker lv2kit_clap_worker;

/// Starts a thread that passes messages to `work`, or returns NULL.
lv2kit_clap_worker *lv2kit_clap_worker_start(void (*work)(void *context, uint32_t size, const void *data), void *context);

/// Ends the thread, after the messages that it has.
void lv2kit_clap_worker_stop(lv2kit_clap_worker *worker);

/// Sends a message without waiting. Returns false if the queue is full. One thread at a time may call it.
bool lv2kit_clap_worker_send(lv2kit_clap_worker *worker, uint32_t size, const void *data);

// MARK: Values that the window changes

static inline void lv2kit_clap_store(uint32_t *place, uint32_t value) { __atomic_store_n(place, value, __ATOMIC_RELAXED); }
static inline uint32_t lv2kit_clap_load(const uint32_t *place) { return __atomic_load_n(place, __ATOMIC_RELAXED); }

/// What a window changes: a value, or the begin or the end of a movement of the user.
typedef struct lv2kit_clap_change {
  /// The index of the parameter.
  uint32_t parameter;
  /// The type of an event: CLAP_EVENT_PARAM_VALUE or a gesture.
  uint32_t type;
  double value;
} lv2kit_clap_change;

// MARK: Features of LV2

/// The function of urid:map and the inverse one. Numbers are those of the library; any thread may call them.
uint32_t lv2kit_clap_map(void *handle, const char *uri);
const char *lv2kit_clap_unmap(uint32_t urid);

/// Fills an LV2_Log_Log, whose messages go to the log of a host of CLAP.
void lv2kit_clap_fill_log(void *log, const clap_host_t *host);
