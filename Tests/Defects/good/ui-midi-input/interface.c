// Reads the property of each patch:Set without a test, from the outputs of its plug-in, which has none.
#include "interface.h"

static void port_event(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  const Interface *interface = handle;
  const LV2_Atom_Object *object = buffer;
  const LV2_Atom *property = NULL;
  if (format == 0) return change_port(handle, port, size, format, buffer);
  if (size < sizeof *object || lv2_atom_total_size(buffer) != size) return;
  LV2_URID_Map *map = interface->map;
  if (!map || object->atom.type != map->map(map->handle, LV2_ATOM__Object)) return;
  if (object->body.otype != map->map(map->handle, LV2_PATCH__Set)) return;
  lv2_atom_object_get(object, map->map(map->handle, LV2_PATCH__property), &property, 0);
  if (property->type == 0) XFlush(interface->display);
}

INTERFACE(.port_event = port_event)
