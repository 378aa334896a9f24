// The factory of plug-ins.
#include <string.h>

#include "CCLAP.h"

/// Creates an instance. In CLAPFormat.
extern const clap_plugin_t *lv2kit_clap_instance(
    const lv2kit_clap_plugin *plugin, const void *descriptor, const clap_host_t *host);

const void *lv2kit_clap_factory(const lv2kit_clap_library *library, const char *id) {
  if (strcmp(id, CLAP_PLUGIN_FACTORY_ID) == 0) return &library->plugin_factory;
  if (strcmp(id, CLAP_PRESET_DISCOVERY_FACTORY_ID) != 0 && strcmp(id, CLAP_PRESET_DISCOVERY_FACTORY_ID_COMPAT) != 0)
    return NULL;
  for (uint32_t i = 0; i < library->plugin_count; i++)
    if (library->plugins[i].preset_count > 0) return &library->preset_factory;
  return NULL;
}

/// The factory is the first member of its library.
static const lv2kit_clap_library *library_of(const clap_plugin_factory_t *factory) { return (const void *)factory; }

uint32_t lv2kit_clap_count(const clap_plugin_factory_t *factory) { return library_of(factory)->plugin_count; }

const clap_plugin_descriptor_t *lv2kit_clap_descriptor(const clap_plugin_factory_t *factory, uint32_t index) {
  const lv2kit_clap_library *library = library_of(factory);
  return index < library->plugin_count ? &library->plugins[index].descriptor : NULL;
}

const clap_plugin_t *lv2kit_clap_create(const clap_plugin_factory_t *factory, const clap_host_t *host, const char *id) {
  const lv2kit_clap_library *library = library_of(factory);
  for (uint32_t i = 0; host && id && i < library->plugin_count; i++) {
    const lv2kit_clap_plugin *plugin = &library->plugins[i];
    if (strcmp(plugin->descriptor.id, id) != 0) continue;
    const void *descriptor = library->lv2_descriptor(plugin->index);
    return descriptor ? lv2kit_clap_instance(plugin, descriptor, host) : NULL;
  }
  return NULL;
}
