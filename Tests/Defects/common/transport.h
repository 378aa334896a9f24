/// The tempo in positions of the transport.
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "defect.h"

SPARE LV2_URID tempo, number, object, blank;

/// Maps the URIs of a position. Returns false if the host does not map any.
SPARE bool map_transport(const LV2_Feature *const *features) {
  const LV2_URID_Map *map = feature(features, LV2_URID__map);
  if (!map) return false;
  tempo = map->map(map->handle, LV2_TIME__beatsPerMinute);
  number = map->map(map->handle, LV2_ATOM__Float);
  object = map->map(map->handle, LV2_ATOM__Object);
  blank = map->map(map->handle, LV2_ATOM__Blank);
  return true;
}

/// The tempo that an object states, in beats per minute; 0 if it states none.
SPARE float tempo_in(const LV2_Atom *atom) {
  const LV2_Atom_Float *value = NULL;
  if (atom->size < sizeof(LV2_Atom_Object_Body)) return 0;
  lv2_atom_object_get((const LV2_Atom_Object *)atom, tempo, &value, 0);
  if (!value || value->atom.type != number || value->atom.size != sizeof(float)) return 0;
  return value->body >= 10 && value->body < 1000 ? value->body : 0;
}

#endif
