import CProbe
import ValidationModel

/// What an armed detector saw a plug-in do, once or many times at the same place.
package struct WatchedEvent {
  package let kind: probe_event_kind
  /// As in `probe_event`: bytes, a system call's number, a callback's number, a buffer's tag.
  package let argument: UInt64
  package let detail: UInt64
  /// The name of the C function.
  private let function: String
  /// What the cycle of the audio thread was in.
  private let phase: probe_event_phase
  /// The block of the first time.
  package let block: Finding.Block
  package var count = 1
  /// The addresses of the first time, innermost first, without the host's.
  package let addresses: [UnsafeMutableRawPointer?]
  /// The stack of the first time up to the host's own code, not yet symbolised: read while the library was loaded.
  package private(set) var stack: [StackFrame] = []

  private init(_ event: probe_event) {
    kind = event.kind
    argument = event.argument
    detail = event.detail
    phase = event.phase
    function = withUnsafePointer(to: event) { String(cString: probe_event_function($0)) }
    block = Finding.Block(index: Int(event.mark >> 32), frames: Int(event.mark & 0xFFFF_FFFF))
    addresses = withUnsafeBytes(of: event.frames) { bytes in
      StackFrame.outsideHost(Array(bytes.bindMemory(to: UnsafeMutableRawPointer?.self).prefix(Int(event.depth))))
    }
  }

  /// How many of the innermost frames make out a place: a helper called from two functions of the plug-in is two places.
  private static let placeDepth = 4

  /// What was recorded since the last reset and satisfies `isIncluded`, in order of the first time.
  ///
  /// Call it while the plug-in's library is loaded, or its code is not known again.
  ///
  /// - Parameter key: events with equal keys from the same place are one; kind and system call differ by themselves.
  package static func recorded(
    by key: (probe_event) -> UInt64 = { _ in 0 }, where isIncluded: (probe_event) -> Bool
  ) -> [WatchedEvent] {
    struct Identity: Hashable {
      package let kind: UInt32
      package let key: UInt64
      package let place: ArraySlice<UnsafeMutableRawPointer?>
    }
    var order: [Identity: Int] = [:]
    var events: [WatchedEvent] = []
    for index in 0..<probe_event_kept() {
      guard let recorded = probe_event_at(index)?.pointee, isIncluded(recorded) else { continue }
      let event = WatchedEvent(recorded)
      let number = event.kind == .syscall ? event.argument : 0
      let identity = Identity(
        kind: event.kind.rawValue, key: number ^ key(recorded) << 32, place: event.addresses.prefix(placeDepth))
      if let known = order[identity] {
        events[known].count += 1
      } else {
        order[identity] = events.count
        events.append(event)
      }
    }
    for index in events.indices { events[index].stack = StackFrame.stack(events[index].addresses) }
    return events
  }

  /// The C function, or the system call, by name.
  package var name: String {
    if kind == .syscall {
      return probe_syscall_name(argument).map { String(cString: $0) } ?? "number \(argument)"
    }
    return function
  }

  /// The function in which it was, where that is not the one that was called but one that follows it in the same cycle.
  package var follower: String? {
    switch phase {
    case .run: nil
    case .workResponse: "work_response()"
    case .endRun: "end_run()"
    }
  }

  /// Whether the other is the same doing at the same place.
  package func isSamePlace(as other: WatchedEvent) -> Bool {
    kind == other.kind && (kind != .syscall || argument == other.argument)
      && addresses.prefix(Self.placeDepth) == other.addresses.prefix(Self.placeDepth)
  }

  /// The stack up to the host's own code, symbolised.
  package var backtrace: [StackFrame] { stack.symbolised() }
}
