-- Creates an Ardour session with one track and one plug-in, and prints Ardour's information about the plug-in.
--
-- Environment: FOLDER (of the session, must not exist), RATE, CHANNELS, URI, VALUES (of the control inputs in the order of
-- the ports, separated by spaces), ACTIVE (0: bypassed by Ardour). Output: lines of tab-separated fields:
--   parameter  lower upper normal logarithmic       for each control input, in the order of the ports
--   preset     label value ...                      for each preset, with the values after loading it
--   value      value ...                            the final values

local rate, channels = tonumber(os.getenv("RATE")), tonumber(os.getenv("CHANNELS"))

AudioEngine:set_backend("None (Dummy)", "", "")
local session = create_session(os.getenv("FOLDER"), "render", rate)
assert(session, "no session")
local track = session:new_audio_track(
  channels, channels, nil, 1, "recording", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true):front()

local processor = ARDOUR.LuaAPI.new_plugin(session, os.getenv("URI"), ARDOUR.PluginType.LV2, "")
assert(not processor:isnil(), "Ardour cannot load the plug-in")
assert(track:add_processor_by_index(processor, 0, nil, true) == 0, "Ardour cannot insert the plug-in")
local plugin = processor:to_insert():plugin(0)

-- Ardour numbers all control ports, outputs included. `inputs` has the numbers of the inputs.
local inputs, controls = {}, 0
for port = 0, plugin:parameter_count() - 1 do
  if plugin:parameter_is_control(port) and plugin:parameter_is_input(port) then
    inputs[#inputs + 1] = controls
    local _, returned = plugin:get_parameter_descriptor(port, ARDOUR.ParameterDescriptor())
    local parameter = returned[2]
    print(string.format("parameter\t%.9g\t%.9g\t%.9g\t%s",
      parameter.lower, parameter.upper, parameter.normal, parameter.logarithmic))
  end
  if plugin:parameter_is_control(port) then controls = controls + 1 end
end

local function print_values(kind, label)
  local fields = { kind, label }
  for _, control in ipairs(inputs) do
    fields[#fields + 1] = string.format("%.9g", (ARDOUR.LuaAPI.get_processor_param(processor, control)))
  end
  print(table.concat(fields, "\t"))
end

for preset in plugin:get_info():get_presets(false):iter() do
  assert(plugin:load_preset(preset), "Ardour cannot load the preset " .. preset.label)
  print_values("preset", preset.label)
end

local index = 1
for value in os.getenv("VALUES"):gmatch("%S+") do
  assert(ARDOUR.LuaAPI.set_processor_param(processor, inputs[index], tonumber(value)), "Ardour cannot set a parameter")
  index = index + 1
end
if os.getenv("ACTIVE") == "0" then processor:deactivate() end
print_values("value")

-- Each output channel is connected directly to the input of the master bus, without a panner.
track:output():disconnect_all(nil)
for channel = 0, channels - 1 do
  track:output():audio(channel):connect(session:master_out():input():audio(channel):name())
end
session:save_state("", false, false, false)
close_session()
quit()
