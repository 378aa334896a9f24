import CCLAP
import CLV2

/// The functions that the audio thread calls through pointers, and atomic operations in C.
///
/// The compiler cannot analyze them, and would refuse them on the audio thread. CLAP requires of the host's functions that the
/// audio thread can call them; run() of each effect is checked where it is defined.
enum HostCalls {
  @_semantics("no_performance_analysis") @inline(never)
  static func run(_ descriptor: UnsafePointer<LV2_Descriptor>, _ handle: LV2_Handle?, _ frames: UInt32) {
    descriptor.pointee.run(handle, frames)
  }

  @_semantics("no_performance_analysis") @inline(never)
  static func connect(
    _ descriptor: UnsafePointer<LV2_Descriptor>, _ handle: LV2_Handle?, _ port: UInt32,
    _ samples: UnsafeMutablePointer<Float>?
  ) {
    descriptor.pointee.connect_port(handle, port, samples)
  }

  @_semantics("no_performance_analysis") @inline(never)
  static func requestRestart(_ host: UnsafePointer<clap_host>) { host.pointee.request_restart?(host) }

  @_semantics("no_performance_analysis") @inline(never)
  static func count(_ events: UnsafePointer<clap_input_events>?) -> UInt32 {
    guard let events, let size = events.pointee.size else { return 0 }
    return size(events)
  }

  @_semantics("no_performance_analysis") @inline(never)
  static func event(_ events: UnsafePointer<clap_input_events>?, _ index: UInt32) -> UnsafePointer<clap_event_header>? {
    guard let events, let get = events.pointee.get else { return nil }
    return get(events, index)
  }

  @_semantics("no_performance_analysis") @inline(never)
  static func push<Event: BitwiseCopyable>(_ events: UnsafePointer<clap_output_events>?, _ event: Event) {
    guard let events, let push = events.pointee.try_push else { return }
    // Each event begins with its header.
    withUnsafePointer(to: event) {
      _ = push(events, UnsafeRawPointer($0).assumingMemoryBound(to: clap_event_header.self))
    }
  }
}
