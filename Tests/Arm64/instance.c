#include "instance.h"

#include <lv2/atom/atom.h>
#include <string.h>

/// Without events. The type does not matter, because no URI is mapped.
static LV2_Atom_Sequence no_events = {.atom = {.size = sizeof(LV2_Atom_Sequence_Body)}};

static bool has_class(const struct instance *instance, const LilvPort *port, const char *class) {
  const LilvNodes *classes = lilv_port_get_classes(instance->plugin, port);
  LILV_FOREACH(nodes, iterator, classes)
    if (strcmp(lilv_node_as_uri(lilv_nodes_get(classes, iterator)), class) == 0) return true;
  return false;
}

/// Sorts the ports by their class.
static void find_ports(struct instance *instance) {
  const uint32_t count = lilv_plugin_get_num_ports(instance->plugin);
  for (uint32_t i = 0; i < count; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(instance->plugin, i);
    const bool input = has_class(instance, port, LV2_CORE__InputPort);
    if (has_class(instance, port, LV2_CORE__ControlPort)) instance->control_count++;
    else if (!has_class(instance, port, LV2_CORE__AudioPort)) instance->event_port = i;
    else if (input) instance->inputs[instance->input_count++] = i;
    else instance->outputs[instance->channels++] = i;
  }
}

struct instance open_instance(const LilvPlugin *plugin, double rate) {
  struct instance instance = {.plugin = plugin, .lilv = lilv_plugin_instantiate(plugin, rate, NULL)};
  float minima[MOST_PORTS], maxima[MOST_PORTS], defaults[MOST_PORTS];
  lilv_plugin_get_port_ranges_float(plugin, minima, maxima, defaults);
  find_ports(&instance);
  for (uint32_t i = 0; i < instance.control_count; i++)
    instance.controls[i] = defaults[i] == defaults[i] ? defaults[i] : 0;
  if (instance.lilv) lilv_instance_activate(instance.lilv);
  return instance;
}

void close_instance(struct instance *instance) {
  if (instance->lilv) lilv_instance_free(instance->lilv);
}

void set_controls(struct instance *instance, const struct setting *settings) {
  for (; settings->symbol; settings++)
    for (uint32_t i = 0; i < instance->control_count; i++) {
      const LilvPort *port = lilv_plugin_get_port_by_index(instance->plugin, i);
      if (strcmp(lilv_node_as_string(lilv_port_get_symbol(instance->plugin, port)), settings->symbol) == 0)
        instance->controls[i] = settings->value;
    }
}

void connect_audio(struct instance *instance, struct buffers buffers, uint32_t start) {
  for (uint32_t i = 0; i < instance->input_count; i++)
    lilv_instance_connect_port(instance->lilv, instance->inputs[i], buffers.input[i] + start);
  for (uint32_t i = 0; i < instance->channels; i++)
    lilv_instance_connect_port(instance->lilv, instance->outputs[i], buffers.output[i] + start);
}

void process(struct instance *instance, struct buffers buffers, uint32_t frames, uint32_t block) {
  static const uint32_t lengths[] = {1, 64, 0, 7, 250, 100, 3, 1000};
  for (uint32_t i = 0; i < instance->control_count; i++)
    lilv_instance_connect_port(instance->lilv, i, &instance->controls[i]);
  if (instance->event_port) lilv_instance_connect_port(instance->lilv, instance->event_port, &no_events);
  for (uint32_t start = 0, turn = 0; start < frames; turn++) {
    uint32_t length = block ? block : lengths[turn % (sizeof lengths / sizeof *lengths)];
    if (length > frames - start) length = frames - start;
    connect_audio(instance, buffers, start);
    lilv_instance_run(instance->lilv, length);
    start += length;
  }
}
