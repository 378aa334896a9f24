import CProbe

/// Makes a call into the plug-in with the detectors in `watch` armed for the calling thread.
@inline(__always)
func inPlugin<Result>(_ watch: probe_watch, _ call: () -> Result) -> Result {
  probe_watch_begin(watch)
  defer { _ = probe_watch_end() }
  return call()
}

/// A callback of the plug-in's into the host, in which the detectors are quiet: what the host does is not the plug-in's
/// doing.
///
///     let crossing = Crossing(.map)
///     defer { crossing.end() }
///
/// Not a function that takes a closure: the metadata that a generic call asks for can be allocated, before it begins.
struct Crossing {
  private let watch: UInt32

  /// Quiets the detectors. That the plug-in called is recorded, with `detail` beside the callback's number.
  @inline(__always)
  init(_ callback: HostCallback, detail: UInt32 = 0) {
    watch = probe_watch_enter_host(callback.rawValue, UInt64(detail))
  }

  /// Quiets the detectors. `tell` is to say which callback it is.
  @inline(__always)
  init() { watch = probe_watch_end().rawValue }

  /// Records, while they are quiet, that the plug-in called.
  @inline(__always)
  func tell(_ callback: HostCallback, detail: UInt32) {
    probe_watch_tell_host(watch, callback.rawValue, UInt64(detail))
  }

  /// Arms them again.
  @inline(__always)
  func end() { probe_watch_leave_host(watch) }
}
