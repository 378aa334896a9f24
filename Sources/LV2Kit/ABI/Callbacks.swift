import CLV2

/// The first member of every instance, independent of its effect.
struct Header: ~Copyable {
  let plugin: UnsafePointer<Plugin>
  var ports: Ports
}

/// The functions in LV2_Descriptor that are the same for every effect.
///
/// SAFETY: the host passes the address of a descriptor, which is the address of its `Plugin`; or a handle, which is the
/// address of an `Instance` and so of its `Header`.
enum Callbacks {
  static func instantiate(
    _ descriptor: UnsafePointer<LV2_Descriptor>?, _ rate: Double, _ path: UnsafePointer<CChar>?,
    _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) -> LV2_Handle? {
    guard let descriptor else { return nil }
    guard Limits.sampleRates.contains(rate) else {
      logError(features, uri: descriptor.pointee.URI, "unsupported sample rate, expected 8000 to 768000 Hz", rate)
      return nil
    }
    let plugin = UnsafeRawPointer(descriptor).assumingMemoryBound(to: Plugin.self)
    guard let handle = plugin.pointee.make(plugin, rate) else {
      logError(features, uri: descriptor.pointee.URI, "not enough memory at this sample rate", rate)
      return nil
    }
    return handle
  }

  static func connect(_ handle: LV2_Handle?, _ index: UInt32, _ location: UnsafeMutableRawPointer?) {
    handle?.assumingMemoryBound(to: Header.self).pointee.ports.connect(Int(index), to: location)
  }

  static func activate(_ handle: LV2_Handle?) {
    guard let handle else { return }
    handle.assumingMemoryBound(to: Header.self).pointee.plugin.pointee.activate(handle)
  }

  static func cleanup(_ handle: LV2_Handle?) {
    guard let handle else { return }
    handle.assumingMemoryBound(to: Header.self).pointee.plugin.pointee.destroy(handle)
  }
}
