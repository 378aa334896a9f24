import CLV2

/// The numbers of the URIs in events.
struct EventTypes {
  let sequence = urid("http://lv2plug.in/ns/ext/atom#Sequence")
  let chunk = urid("http://lv2plug.in/ns/ext/atom#Chunk")
  let object = urid("http://lv2plug.in/ns/ext/atom#Object")
  let double = urid("http://lv2plug.in/ns/ext/atom#Double")
  let long = urid("http://lv2plug.in/ns/ext/atom#Long")
  let midi = urid("http://lv2plug.in/ns/ext/midi#MidiEvent")
  let position = urid("http://lv2plug.in/ns/ext/time#Position")
  let speed = urid("http://lv2plug.in/ns/ext/time#speed")
  let beatsPerMinute = urid("http://lv2plug.in/ns/ext/time#beatsPerMinute")
  let beatsPerBar = urid("http://lv2plug.in/ns/ext/time#beatsPerBar")
  let beatUnit = urid("http://lv2plug.in/ns/ext/time#beatUnit")
  let bar = urid("http://lv2plug.in/ns/ext/time#bar")
  let barBeat = urid("http://lv2plug.in/ns/ext/time#barBeat")
  let frame = urid("http://lv2plug.in/ns/ext/time#frame")
}
