#include "instance.h"

#include <string.h>

struct instance open_instance(const LilvPlugin *plugin, double rate) {
  struct instance instance = {.plugin = plugin, .lilv = lilv_plugin_instantiate(plugin, rate, NULL)};
  const uint32_t count = lilv_plugin_get_num_ports(plugin);
  float minima[MOST_PORTS], maxima[MOST_PORTS], defaults[MOST_PORTS];
  lilv_plugin_get_port_ranges_float(plugin, minima, maxima, defaults);
  // Audio ports have no range. Control outputs have one.
  while (instance.control_count < count && minima[instance.control_count] == minima[instance.control_count])
    instance.control_count++;
  instance.channels = (count - instance.control_count) / 2;
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

void process(struct instance *instance, struct buffers buffers, uint32_t frames, uint32_t block) {
  static const uint32_t lengths[] = {1, 64, 0, 7, 250, 100, 3, 1000};
  for (uint32_t i = 0; i < instance->control_count; i++)
    lilv_instance_connect_port(instance->lilv, i, &instance->controls[i]);
  for (uint32_t start = 0, turn = 0; start < frames; turn++) {
    uint32_t length = block ? block : lengths[turn % (sizeof lengths / sizeof *lengths)];
    if (length > frames - start) length = frames - start;
    for (uint32_t channel = 0; channel < instance->channels; channel++) {
      const uint32_t port = instance->control_count + channel;
      lilv_instance_connect_port(instance->lilv, port, buffers.input[channel] + start);
      lilv_instance_connect_port(instance->lilv, port + instance->channels, buffers.output[channel] + start);
    }
    lilv_instance_run(instance->lilv, length);
    start += length;
  }
}
