import CCLAP
import LV2Kit

/// The extensions of an instance.
///
/// SAFETY: the host gets the addresses of constants, which nothing writes.
enum ClapExtensions {
  static func find(_ plugin: UnsafePointer<clap_plugin>?, _ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let plugin = instance(plugin)?.pointee.plugin, let id else { return nil }
    func names(_ name: StaticString) -> Bool { areEqual(id, cString(name)) }
    if names("clap.params") { return address(&ParameterExtension.functions) }
    if names("clap.state") { return address(&StateExtension.functions) }
    if names("clap.audio-ports") { return address(&PortExtensions.audioPorts) }
    if names("clap.render") { return address(&RenderExtensions.render) }
    if names("clap.tail") { return address(&RenderExtensions.tail) }
    if names("clap.latency") { return address(&RenderExtensions.latency) }
    if plugin.pointee.has_midi_input || plugin.pointee.has_midi_output, names("clap.note-ports") {
      return address(&PortExtensions.notePorts)
    }
    if plugin.pointee.preset_count > 0, names("clap.preset-load/2") || names("clap.preset-load.draft/2") {
      return address(&PresetExtension.functions)
    }
    if plugin.pointee.interface != nil {
      if names("clap.gui") { return address(&WindowExtension.functions) }
      if names("clap.timer-support") { return address(&WindowExtension.timer) }
    }
    return nil
  }

  private static func address<Functions>(_ functions: inout Functions) -> UnsafeRawPointer {
    withUnsafePointer(to: &functions) { UnsafeRawPointer($0) }
  }

  /// Copies a text of fixed capacity, without a part of a character at the end.
  static func copy<Characters>(_ text: UnsafePointer<CChar>?, to characters: inout Characters) {
    withUnsafeMutableBytes(of: &characters) { bytes in
      var length = 0
      while let text, length < bytes.count - 1, text[length] != 0 {
        bytes[length] = UInt8(bitPattern: text[length])
        length += 1
      }
      if let text, text[length] != 0 {
        while length > 0 && bytes[length - 1] & 0xc0 == 0x80 { length -= 1 }
        if length > 0 && bytes[length - 1] >= 0xc0 { length -= 1 }
      }
      bytes[length] = 0
    }
  }
}

/// The extensions of the host.
enum HostExtensions {
  static func find<Functions>(
    _ host: UnsafePointer<clap_host>, _ id: StaticString, as _: Functions.Type
  ) -> UnsafePointer<Functions>? {
    guard let get = host.pointee.get_extension else { return nil }
    return get(host, cString(id))?.assumingMemoryBound(to: Functions.self)
  }

  /// During activate().
  static func latencyChanged(_ host: UnsafePointer<clap_host>) {
    find(host, "clap.latency", as: clap_host_latency.self)?.pointee.changed?(host)
  }

  /// The host reads all values of the parameters again.
  static func valuesChanged(_ host: UnsafePointer<clap_host>) {
    find(host, "clap.params", as: clap_host_params.self)?.pointee.rescan?(host, UInt32(CLAP_PARAM_RESCAN_VALUES))
  }

  /// The host saves the state again. Changes of parameters need no call.
  static func stateChanged(_ host: UnsafePointer<clap_host>) {
    find(host, "clap.state", as: clap_host_state.self)?.pointee.mark_dirty?(host)
  }

  /// The host calls process() or flush() soon.
  static func requestFlush(_ host: UnsafePointer<clap_host>) {
    find(host, "clap.params", as: clap_host_params.self)?.pointee.request_flush?(host)
  }
}
