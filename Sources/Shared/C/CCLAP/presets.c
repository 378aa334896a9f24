// The factory presets, for hosts that index them. They are in the library itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CCLAP.h"

struct provider {
  clap_preset_discovery_provider_t functions;
  const lv2kit_clap_library *library;
  const clap_preset_discovery_indexer_t *indexer;
};

static const lv2kit_clap_library *library_of(const clap_preset_discovery_factory_t *factory) {
  return (const void *)((const char *)factory - offsetof(lv2kit_clap_library, preset_factory));
}

static const struct provider *provider_of(const clap_preset_discovery_provider_t *provider) {
  return provider->provider_data;
}

static bool provider_init(const clap_preset_discovery_provider_t *self) {
  const clap_preset_discovery_indexer_t *indexer = provider_of(self)->indexer;
  const clap_preset_discovery_location_t location = {
      CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT, "Factory presets", CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, NULL};
  return indexer->declare_location(indexer, &location);
}

static void provider_destroy(const clap_preset_discovery_provider_t *self) { free(self->provider_data); }

/// Whether an earlier plug-in has a preset with this name, of the same effect: layouts have the same presets.
static bool was_described(const lv2kit_clap_library *library, uint32_t end, const lv2kit_clap_preset *presets) {
  for (uint32_t i = 0; i < end; i++)
    if (library->plugins[i].presets == presets) return true;
  return false;
}

static bool provider_metadata(
    const clap_preset_discovery_provider_t *self, uint32_t kind, const char *location,
    const clap_preset_discovery_metadata_receiver_t *receiver) {
  const lv2kit_clap_library *library = provider_of(self)->library;
  if (kind != CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN || location) return false;
  for (uint32_t i = 0; i < library->plugin_count; i++) {
    const lv2kit_clap_plugin *plugin = &library->plugins[i];
    if (was_described(library, i, plugin->presets)) continue;
    for (uint32_t k = 0; k < plugin->preset_count; k++) {
      // The key of a preset is its address in the table of the effect: the first plug-in of the effect, and its name.
      char key[512];
      const int length = snprintf(key, sizeof key, "%s#%s", plugin->descriptor.id, plugin->presets[k].name);
      if (length < 0 || (size_t)length >= sizeof key) continue;
      if (!receiver->begin_preset(receiver, plugin->presets[k].name, key)) return false;
      for (uint32_t other = i; other < library->plugin_count; other++) {
        if (library->plugins[other].presets != plugin->presets) continue;
        const clap_universal_plugin_id_t id = {"clap", library->plugins[other].descriptor.id};
        receiver->add_plugin_id(receiver, &id);
      }
      receiver->set_flags(receiver, CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT);
      receiver->add_creator(receiver, library->provider.vendor);
      for (const char *const *feature = plugin->descriptor.features; *feature; feature++)
        receiver->add_feature(receiver, *feature);
    }
  }
  return true;
}

static const void *provider_extension(const clap_preset_discovery_provider_t *self, const char *id) {
  return (void)self, (void)id, NULL;
}

uint32_t lv2kit_clap_provider_count(const clap_preset_discovery_factory_t *factory) { return (void)factory, 1; }

const clap_preset_discovery_provider_descriptor_t *lv2kit_clap_provider_descriptor(
    const clap_preset_discovery_factory_t *factory, uint32_t index) {
  return index == 0 ? &library_of(factory)->provider : NULL;
}

const clap_preset_discovery_provider_t *lv2kit_clap_create_provider(
    const clap_preset_discovery_factory_t *factory, const clap_preset_discovery_indexer_t *indexer, const char *id) {
  const lv2kit_clap_library *library = library_of(factory);
  if (!indexer || !id || strcmp(id, library->provider.id) != 0) return NULL;
  struct provider *provider = malloc(sizeof *provider);
  if (!provider) return NULL;
  *provider = (struct provider){
      {&library->provider, provider, provider_init, provider_destroy, provider_metadata, provider_extension},
      library, indexer};
  return &provider->functions;
}
