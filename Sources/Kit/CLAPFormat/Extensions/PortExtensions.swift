import CCLAP
import LV2Kit

/// clap.audio-ports and clap.note-ports: the main ports, the sidechain, and one port for notes in each direction.
enum PortExtensions {
  nonisolated(unsafe) static var audioPorts = clap_plugin_audio_ports(
    count: { plugin, isInput in
      guard let plugin = instance(plugin)?.pointee.plugin.pointee else { return 0 }
      if !isInput { return plugin.output_count > 0 ? 1 : 0 }
      return (plugin.input_count > 0 ? 1 : 0) + (plugin.sidechain_count > 0 ? 1 : 0)
    },
    get: { plugin, index, isInput, info in
      guard let plugin = instance(plugin)?.pointee.plugin.pointee, let info else { return false }
      return PortExtensions.describe(plugin, index, isInput, &info.pointee)
    })

  private static func describe(
    _ plugin: lv2kit_clap_plugin, _ index: UInt32, _ isInput: Bool, _ info: inout clap_audio_port_info
  ) -> Bool {
    let isMain = !isInput || (index == 0 && plugin.input_count > 0)
    let channels = !isInput ? plugin.output_count : isMain ? plugin.input_count : plugin.sidechain_count
    let last: UInt32 = isInput && plugin.input_count > 0 && plugin.sidechain_count > 0 ? 1 : 0
    guard channels > 0, index <= last else { return false }
    info.id = isMain ? 0 : 1
    info.flags = isMain ? UInt32(CLAP_AUDIO_PORT_IS_MAIN) : 0
    info.channel_count = channels
    info.port_type = channels == 1 ? cString("mono") : channels == 2 ? cString("stereo") : nil
    // Any effect works if the input and the output are the same buffer.
    info.in_place_pair = isMain && plugin.input_count == plugin.output_count ? 0 : .max
    ClapExtensions.copy(cString(!isInput ? "Output" : isMain ? "Input" : "Sidechain"), to: &info.name)
    return true
  }

  nonisolated(unsafe) static var notePorts = clap_plugin_note_ports(
    count: { plugin, isInput in
      guard let plugin = instance(plugin)?.pointee.plugin.pointee else { return 0 }
      return (isInput ? plugin.has_midi_input : plugin.has_midi_output) ? 1 : 0
    },
    get: { plugin, index, isInput, info in
      guard let plugin = instance(plugin)?.pointee.plugin.pointee, let info, index == 0 else { return false }
      guard isInput ? plugin.has_midi_input : plugin.has_midi_output else { return false }
      info.pointee.id = 0
      // Effects receive and send MIDI. Notes of CLAP are translated.
      info.pointee.preferred_dialect = UInt32(CLAP_NOTE_DIALECT_MIDI)
      info.pointee.supported_dialects =
        UInt32(CLAP_NOTE_DIALECT_MIDI) | (isInput ? UInt32(CLAP_NOTE_DIALECT_CLAP) : 0)
      ClapExtensions.copy(cString(isInput ? "Notes In" : "Notes Out"), to: &info.pointee.name)
      return true
    })
}
