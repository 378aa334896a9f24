/// The correct parts of a plug-in that writes a note on each beat to port SENT while the transport rolls.
///
/// The including file defines `follow()`. It defines OWN_ADVANCE or OWN_KEYS if it has an `advance()` or a `key_of()` of its own,
/// or COUNTED_FRAMES if the beat follows from the frames since `first`.
#include "messages.h"

/// A received position, in beats since the start of the song.
typedef struct {
  double beat;
  float tempo, speed;
} Position;

typedef struct {
  double beat;     ///< Since the start of the song.
  float tempo;
  bool rolling;
  double first;    ///< Of the folder: the beat at a start.
  uint64_t frames; ///< Of the folder: a count.
  int64_t step;    ///< The last half beat that was played.
  uint8_t key;     ///< That sounds; 0 for none.
} Song;

static LV2_URID object, bar, bar_beat, beats_per_bar, tempo, speed;

/// What a position changes.
static void follow(Song *song, const Position *position);

/// Advances the song by one frame.
#ifdef OWN_ADVANCE
static void advance(Song *song, double rate);
#elif defined(COUNTED_FRAMES)
/// Computes the beat from the frames since `first`.
static void advance(Song *song, double rate) {
  ++song->frames;
  song->beat = song->first + (double)song->frames * song->tempo / 60 / rate;
}
#else
static void advance(Song *song, double rate) { song->beat += song->tempo / 60 / rate; }
#endif

/// The key of a beat.
#ifdef OWN_KEYS
static uint8_t key_of(int64_t beat);
#else
static uint8_t key_of(int64_t beat) { return (uint8_t)(60 + beat % 4); }
#endif

static LV2_Handle song_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                   const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (!effect) return NULL;
  LV2_URID_Map *map = effect->map;
  object = map->map(map->handle, LV2_ATOM__Object);
  bar = map->map(map->handle, LV2_TIME__bar);
  bar_beat = map->map(map->handle, LV2_TIME__barBeat);
  beats_per_bar = map->map(map->handle, LV2_TIME__beatsPerBar);
  tempo = map->map(map->handle, LV2_TIME__beatsPerMinute);
  speed = map->map(map->handle, LV2_TIME__speed);
  effect->data = calloc(1, sizeof(Song));
  if (effect->data) return effect;
  good_cleanup(effect);
  return NULL;
}

static void song_activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(effect);
  *(Song *)effect->data = (Song){.tempo = 120};
}

/// Whether the number is one that a song can have.
static bool is_usual(double value, double least, double most) { return value >= least && value <= most; }

/// Reads a complete position with usual values.
static bool read_position(const Effect *effect, const LV2_Atom *atom, Position *position) {
  const LV2_Atom_Long *bars = NULL;
  const LV2_Atom_Float *beats = NULL, *meter = NULL, *minute = NULL, *pace = NULL;
  if (atom->type != object || atom->size < sizeof(LV2_Atom_Object_Body)) return false;
  lv2_atom_object_get((const LV2_Atom_Object *)atom, bar, &bars, bar_beat, &beats, beats_per_bar, &meter, tempo,
                      &minute, speed, &pace, 0);
  if (!bars || !beats || !meter || !minute || !pace) return false;
  const LV2_URID real = effect->forge.Float;
  if (bars->atom.type != effect->forge.Long || beats->atom.type != real || meter->atom.type != real ||
      minute->atom.type != real || pace->atom.type != real)
    return false;
  if (!is_usual((double)bars->body, 0, 1e6) || !is_usual(beats->body, 0, 100) || !is_usual(meter->body, 1, 16) ||
      !is_usual(minute->body, 10, 1000) || !is_usual(pace->body, 0, 1))
    return false;
  *position = (Position){(double)bars->body * meter->body + beats->body, minute->body, pace->body};
  return true;
}

static void end_note(Effect *effect, Song *song, int64_t frame) {
  if (song->key) add_message(effect, frame, (const uint8_t[]){0x80, song->key, 64}, 3);
  song->key = 0;
}

/// Begins a note on each beat, and ends it half a beat later.
static void play(Effect *effect, Song *song, int64_t frame) {
  const int64_t step = (int64_t)floor(song->beat * 2 + 1e-4);
  if (song->rolling && step != song->step) {
    end_note(effect, song, frame);
    song->step = step;
    if (step % 2 == 0) {
      song->key = key_of(step / 2);
      add_message(effect, frame, (const uint8_t[]){0x90, song->key, 100}, 3);
    }
  }
  if (!song->rolling) {
    end_note(effect, song, frame);
    song->step = -1;
  }
}

static void song_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Song *song = effect->data;
  const LV2_Atom_Sequence *events = effect->port[RECEIVED];
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  const LV2_Atom_Event *event = lv2_atom_sequence_begin(&events->body);
  for (uint32_t i = 0; i < frames; ++i) {
    for (; !lv2_atom_sequence_is_end(&events->body, events->atom.size, event) && event->time.frames <= i;
         event = lv2_atom_sequence_next(event)) {
      Position position;
      if (read_position(effect, &event->body, &position)) follow(song, &position);
    }
    play(effect, song, i);
    if (song->rolling) advance(song, effect->rate);
  }
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = song_instantiate, .activate = song_activate, .run = song_run)
