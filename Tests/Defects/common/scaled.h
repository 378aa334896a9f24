/// An interface with a style for each value of the option ui:scaleFactor. The including file defines `styles`: for a scale
/// below 2, and for others.
#ifndef SCALED_H
#define SCALED_H

#include "interface.h"
#include <lv2/options/options.h>

/// The scale that the host states; 1 if it states none.
SPARE float stated_scale(const LV2_Feature *const *features) {
  const LV2_Options_Option *option = feature(features, LV2_OPTIONS__options);
  const LV2_URID_Map *map = feature(features, LV2_URID__map);
  if (!map) return 1;
  const LV2_URID key = map->map(map->handle, LV2_UI__scaleFactor);
  for (; option && option->key; ++option)
    if (option->key == key && option->size == sizeof(float)) return *(const float *)option->value;
  return 1;
}

/// How the interface draws at a scale.
typedef struct {
  int thickness;  ///< Of a line, in pixels.
} Style;

static const Style *const styles[2];

static LV2UI_Handle open_scaled(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                                LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                                const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (interface) interface->data = (void *)styles[stated_scale(features) >= 2];
  return interface;
}

static int resize_scaled(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  const Style *style = interface->data;
  const unsigned frame = 2 * (unsigned)style->thickness;
  XResizeWindow(interface->display, interface->window, (unsigned)width + frame, (unsigned)height + frame);
  return 0;
}

RESIZE(resize_scaled)
INTERFACE(.instantiate = open_scaled, .extension_data = resize_scaled_data)

#endif
