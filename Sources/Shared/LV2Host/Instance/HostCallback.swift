import CProbe

/// The host functions that a plug-in can call. The raw value is the `argument` of their events in CProbe.
public enum HostCallback: UInt64, Sendable {
  /// The detail of the event is the URID.
  case map
  /// The detail of the event is the URID.
  case unmap
  /// The detail of the event is the URID of the message type.
  case log
  /// schedule_work(). The detail of the event is the raw value of a `ScheduleUse`.
  case scheduleWork
  /// respond() of a worker. The detail of the event is 1 outside of work(), else 0.
  case respond
  case resizePort
  case makePath
  case mapPath
  case freePath
  /// store() or retrieve() of the state extension.
  case state
}

/// How a plug-in called schedule_work().
public enum ScheduleUse: UInt32, Sendable {
  case permitted
  /// The function of instantiate()'s feature outside of run().
  case outsideRun
  /// The function of one feature with the handle of another.
  case foreignHandle
}

/// Calls the plug-in with the detectors in `watch` armed for the calling thread.
@inline(__always)
func callPlugin<Result>(_ watch: probe_watch, _ call: () -> Result) -> Result {
  probe_watch_begin(watch)
  defer { _ = probe_watch_end() }
  return call()
}

/// The scope of a host function that a plug-in called. Its detectors are suspended: the plug-in is not responsible for
/// the actions of the host.
///
///     let scope = CallbackScope(.map)
///     defer { scope.end() }
///
/// A generic function with a closure is not suitable: it can allocate type metadata before it suspends the detectors.
struct CallbackScope {
  private let watch: probe_watch

  /// Suspends the detectors. Call `record(_:detail:)` when the detail is known.
  @inline(__always)
  init() { watch = probe_watch_end() }

  /// Suspends the detectors and records the call with `detail`.
  @inline(__always)
  init(_ callback: HostCallback, detail: UInt32 = 0) {
    self.init()
    record(callback, detail: detail)
  }

  @inline(__always)
  func record(_ callback: HostCallback, detail: UInt32) {
    probe_watch_record_host(watch, callback.rawValue, UInt64(detail))
  }

  /// Arms the detectors again.
  @inline(__always)
  func end() { probe_watch_begin(watch) }
}
