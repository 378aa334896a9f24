import CCLAP
import CLV2
import LV2Kit

/// The functions of an instance that the host calls.
///
/// SAFETY: the host passes the object that `lv2kit_clap_instance` returned, until destroy().
enum ClapCallbacks {
  /// The object of CLAP, without the address of its instance.
  static func object(of plugin: UnsafePointer<lv2kit_clap_plugin>) -> clap_plugin {
    clap_plugin(
      // The descriptor is the first member.
      desc: UnsafeRawPointer(plugin).assumingMemoryBound(to: clap_plugin_descriptor.self), plugin_data: nil,
      init: { plugin in
        guard let instance = instance(plugin) else { return false }
        return instance.pointee.create(instance)
      },
      destroy: { plugin in
        guard let instance = instance(plugin) else { return }
        instance.pointee.destroy()
        instance.deallocate()
      },
      activate: { plugin, rate, _, maximum in instance(plugin)?.pointee.activate(rate, maximum) ?? false },
      deactivate: { instance($0)?.pointee.deactivate() }, start_processing: { _ in true }, stop_processing: { _ in },
      reset: { instance($0)?.pointee.reset() },
      process: { ClapCallbacks.process($0, $1) }, get_extension: { ClapExtensions.find($0, $1) },
      on_main_thread: { _ in })
  }

  // As run() of each effect, the compiler checks all that it calls.
  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  static func process(_ plugin: UnsafePointer<clap_plugin>?, _ block: UnsafePointer<clap_process>?) -> Int32 {
    guard let instance = instance(plugin), let block else { return Int32(CLAP_PROCESS_ERROR) }
    return instance.pointee.process(block)
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  static func flush(
    _ plugin: UnsafePointer<clap_plugin>?, _ input: UnsafePointer<clap_input_events>?,
    _ output: UnsafePointer<clap_output_events>?
  ) {
    instance(plugin)?.pointee.flush(input, output)
  }
}

/// Creates an instance, for the factory.
@_cdecl("lv2kit_clap_instance")
public func makeInstance(
  _ plugin: UnsafeRawPointer, _ descriptor: UnsafeRawPointer, _ host: UnsafeRawPointer
) -> UnsafeRawPointer? {
  let instance = UnsafeMutablePointer<ClapInstance>.allocate(capacity: 1)
  instance.initialize(
    to: ClapInstance(
      plugin.assumingMemoryBound(to: lv2kit_clap_plugin.self), descriptor.assumingMemoryBound(to: LV2_Descriptor.self),
      host.assumingMemoryBound(to: clap_host.self)))
  instance.pointee.clap.plugin_data = UnsafeMutableRawPointer(instance)
  return UnsafeRawPointer(instance)
}
