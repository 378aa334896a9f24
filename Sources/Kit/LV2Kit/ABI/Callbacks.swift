import CLV2
import Synchronization

/// The first member of every instance, independent of its effect.
///
/// SAFETY: the memory behind the pointers exists until `deallocate()`. The plug-in is constant data.
struct Header: ~Copyable {
  let plugin: UnsafePointer<Plugin>
  var ports: Ports
  var attention = Attention()
  /// NULL for an effect without events.
  let events: UnsafeMutablePointer<EventState>?
  /// NULL for an effect without latency.
  var dryDelay: UnsafeMutablePointer<DryDelay>?
  /// NULL for an effect without properties and jobs.
  let work: UnsafeMutablePointer<WorkState>?
  /// NULL for an effect without properties.
  let properties: UnsafeMutablePointer<PropertyState>?
  /// NULL for an effect that does not follow options.
  let options: UnsafeMutablePointer<OptionChange>?
  /// NULL for an effect without a user interface, and if the host shows no pictures.
  var display: UnsafeMutablePointer<InlineDisplay>? = nil
  /// The memory of a `Tap`, or NULL before the first window is opened.
  fileprivate let tapMemory = Atomic<UnsafeMutableRawPointer?>(nil)

  var tap: Tap? { tapMemory.load(ordering: .acquiring).map { Tap(memory: $0) } }

  /// Frees the memory except that of `work` and `properties`.
  func deallocate() {
    events?.pointee.deallocate()
    events?.deallocate()
    deallocateDryDelay()
    options?.deallocate()
    display?.pointee.deallocate()
    display?.deallocate()
    tap?.removeInstance()
  }

  func deallocateDryDelay() {
    dryDelay?.pointee.deallocate()
    dryDelay?.deallocate()
  }
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
    guard let descriptor, let uri = descriptor.pointee.URI else { return nil }
    let features = Features(features)
    let log = Log(features, uri: uri)
    guard Limits.sampleRates.contains(rate) else {
      log.error("unsupported sample rate, expected 8000 to 768000 Hz", rate)
      return nil
    }
    let plugin = UnsafeRawPointer(descriptor).assumingMemoryBound(to: Plugin.self)
    let setup = Setup(
      rate: rate, layout: plugin.pointee.layout,
      maximumBlockLength: features.integer("http://lv2plug.in/ns/ext/buf-size#maxBlockLength"),
      nominalBlockLength: features.integer("http://lv2plug.in/ns/ext/buf-size#nominalBlockLength"), log: log,
      features: features)
    guard let handle = plugin.pointee.make(plugin, setup, features) else {
      log.error("not enough memory at this sample rate", rate)
      return nil
    }
    let header = handle.assumingMemoryBound(to: Header.self)
    if let interface = plugin.pointee.interface {
      header.pointee.display = InlineDisplay.make(interface, setup, features, header.pointee.ports)
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

  /// Opens the tap of an instance, for a `Tap.Open`.
  static func openTap(_ handle: LV2_Handle?) -> UnsafeMutableRawPointer? {
    guard let handle else { return nil }
    let header = handle.assumingMemoryBound(to: Header.self)
    if header.pointee.tap == nil {
      let memory = withUnsafeMutablePointer(to: &header.pointee.attention) { Tap.make($0) }
      header.pointee.tapMemory.store(memory, ordering: .releasing)
    }
    header.pointee.tap?.addOwner()
    return header.pointee.tapMemory.load(ordering: .relaxed)
  }

  static func cleanup(_ handle: LV2_Handle?) {
    guard let handle else { return }
    handle.assumingMemoryBound(to: Header.self).pointee.plugin.pointee.destroy(handle)
  }
}
