import CCLAP

/// clap.latency, clap.tail and clap.render
enum RenderExtensions {
  /// The latency at the last activate().
  nonisolated(unsafe) static var latency = clap_plugin_latency(
    get: { plugin in
      instance(plugin)?.pointee.latency ?? 0
    })

  /// Infinite for an effect that does not state its tail.
  nonisolated(unsafe) static var tail = clap_plugin_tail(
    get: { plugin in
      guard let instance = instance(plugin), instance.pointee.plugin.pointee.tail >= 0 else { return UInt32(Int32.max) }
      let frames = (instance.pointee.plugin.pointee.tail * instance.pointee.rate).rounded(.up)
      return UInt32(min(frames, Double(Int32.max)))
    })

  /// Offline, the work of an effect is done before the next block.
  nonisolated(unsafe) static var render = clap_plugin_render(
    has_hard_realtime_requirement: { _ in false },
    set: { plugin, mode in
      guard let instance = instance(plugin) else { return false }
      guard Int(mode) == Int(CLAP_RENDER_REALTIME) || Int(mode) == Int(CLAP_RENDER_OFFLINE) else { return false }
      instance.pointee.isOffline = Int(mode) == Int(CLAP_RENDER_OFFLINE)
      return true
    })
}
