-- Creates an Ardour session with a track of MIDI, on which the tone makes noise while a note is held, and a tuned comb rings with
-- the note.
--
-- Environment: FOLDER (of the session, must not exist), RATE.

AudioEngine:set_backend("None (Dummy)", "", "")
local session = create_session(os.getenv("FOLDER"), "render", tonumber(os.getenv("RATE")))
assert(session, "no session")
local midi, audio = ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 1)
local track = session:new_midi_track(
  midi, audio, false, ARDOUR.PluginInfo(), nil, nil, 1, "notes", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal,
  true):front()
assert(track and not track:isnil(), "no track")

local function insert(uri, place, values)
  local processor = ARDOUR.LuaAPI.new_plugin(session, uri, ARDOUR.PluginType.LV2, "")
  assert(not processor:isnil(), "Ardour cannot load " .. uri)
  assert(track:add_processor_by_index(processor, place, nil, true) == 0, "Ardour cannot insert " .. uri)
  for control, value in pairs(values) do
    assert(ARDOUR.LuaAPI.set_processor_param(processor, control, value), "Ardour cannot set a parameter")
  end
end
-- White noise, whose pitch is that of MIDI, with a level of -12 dB and a fade of 1 ms.
insert("urn:martlet:tone", 0, { [0] = 3, [1] = 2, [4] = -12, [7] = 1 })
-- The ringing alone, with a note of MIDI and a decay of 4 s.
insert("urn:martlet:tuned-comb-mono", 1, { [0] = 1, [3] = 4, [5] = 100 })

track:output():disconnect_all(nil)
track:output():audio(0):connect(session:master_out():input():audio(0):name())
session:save_state("", false, false, false)
close_session()
quit()
