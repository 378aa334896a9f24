import CProbe
import Model
import Support

/// An action of a plug-in that a detector recorded, once or several times at the same place.
package struct WatchedEvent {
  package let kind: probe_event_kind
  /// As in `probe_event`: the number of bytes, of a system call, of a callback or of a buffer.
  package let argument: UInt64
  package let detail: UInt64
  /// The names of the functions: of the event, and of others that are combined with it.
  private var functions: [String]
  /// The part of the audio thread's cycle.
  private let phase: probe_event_phase
  /// The block of the first occurrence.
  package let block: Finding.Block
  package var count = 1
  /// The indices of the blocks of all occurrences.
  package private(set) var blocks: Set<Int>
  /// The addresses of the first occurrence, innermost first, without those of the host.
  package let addresses: [UnsafeMutableRawPointer?]
  /// How the release of a block differs from its allocation; all zero for other events.
  private let mismatch: probe_mismatch
  /// The code that allocated the block of a mismatched release, read while the library was loaded and not yet symbolized.
  package private(set) var allocation: StackFrame?
  /// Whether the return address of the call is in this program, which called the plug-in: the last thing that the plug-in's
  /// function did was a jump to the recorded function. The stack does not show it.
  package let isTailCall: Bool
  /// The stack of the first occurrence up to the host's code, read while the library was loaded and not yet symbolized.
  package private(set) var stack: [StackFrame] = []

  private init(_ event: probe_event) {
    kind = event.kind
    argument = event.argument
    detail = event.detail
    phase = event.phase
    functions = [withUnsafePointer(to: event) { String(cString: probe_event_function($0)) }]
    block = Finding.Block(index: Int(event.mark >> 32), frames: Int(event.mark & 0xFFFF_FFFF))
    blocks = [block.index]
    let frames = StackFrame.addresses(event.frames, depth: event.depth)
    isTailCall = frames.first.map { probe_stack_is_own($0) } ?? false
    addresses = isTailCall ? [] : StackFrame.outsideHost(frames)
    mismatch = event.mismatch
  }

  /// The kinds of event to watch for.
  package typealias Watch = probe_watch

  package static func reset() { probe_event_reset() }

  /// The number of stored events since the last reset; further ones are lost when the storage is full.
  package static var keptCount: Int { probe_event_kept() }

  /// The detector that recorded the event.
  package var watch: Watch {
    switch kind {
    case .malloc, .calloc, .realloc, .free, .alignedAllocation: .heap
    case .mutexLock, .conditionWait, .rwlockLock, .semaphoreWait, .barrierWait, .threadJoin: .locks
    case .syscall: .syscalls
    case .hostCall: .hostCalls
    case .doubleFree, .foreignFree, .mismatchedFree: .ownership
    case .bufferRead, .bufferWrite: .buffers
    }
  }

  /// The number of innermost frames that identify a place, so that calls of one helper from two functions of the
  /// plug-in are two places.
  private static let placeDepth = 4

  /// The events since the last reset that satisfy `isIncluded`, in order of first occurrence.
  ///
  /// Call it while the plug-in's library is loaded: afterwards its code cannot be recognized.
  ///
  /// - Parameter key: events with equal keys from the same place are combined, unless kind or system call differ.
  package static func recorded(
    by key: (probe_event) -> UInt64 = { _ in 0 }, where isIncluded: (probe_event) -> Bool
  ) -> [WatchedEvent] {
    struct Identity: Hashable {
      let kind: UInt32
      let key: UInt64
      let place: ArraySlice<UnsafeMutableRawPointer?>
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
        events[known].blocks.insert(event.block.index)
      } else {
        order[identity] = events.count
        events.append(event)
      }
    }
    for index in events.indices {
      events[index].stack = StackFrame.stack(events[index].addresses)
      if let origin = events[index].mismatch.origin { events[index].allocation = StackFrame.stack([origin]).first }
    }
    return events
  }

  /// The name of the C function or the system call.
  package var name: String {
    guard kind == .syscall else { return functions[0] }
    return probe_syscall_name(argument).map { String(cString: $0) } ?? "number \(argument)"
  }

  /// The predicate of a sentence about the event: "called malloc() for 100 bytes"; without the size if there are
  /// several occurrences.
  package var action: String {
    switch kind {
    case .malloc, .calloc, .realloc, .alignedAllocation:
      "called \(calls)" + (count > 1 ? "" : " for \(argument.counted("byte"))")
    case .syscall where isFutexWake: "made the system call futex to wake other threads"
    case .syscall: "made the system call \(name)"
    default: "called \(calls)"
    }
  }

  /// Such as "free() and malloc()".
  package var calls: String { functions.map { "\($0)()" }.listed() }

  /// Such as "malloc()" or "the system call write", for a remedy.
  package var callOrSystemCall: String { kind == .syscall ? "the system call \(name)" : calls }

  /// Whether the event, with all that are combined with it, is only calls of free().
  package var onlyFrees: Bool { functions == ["free"] }

  /// Names the functions of an event that is combined with this one.
  package mutating func addFunctions(of other: WatchedEvent) {
    functions += other.functions.filter { !functions.contains($0) }
  }

  /// The size of the first of several allocations, which can differ in size: "for 100 bytes"; nil for other events.
  package var firstSize: String? {
    switch kind {
    case .malloc, .calloc, .realloc, .alignedAllocation: count > 1 ? "for \(argument.counted("byte"))" : nil
    default: nil
    }
  }

  /// The function that follows run() in the cycle and in which the event occurred; nil for run() itself.
  package var follower: String? {
    switch phase {
    case .run: nil
    case .workResponse: "work_response()"
    case .endRun: "end_run()"
    }
  }

  /// Whether the event only wakes other threads: that does not block, but enters the kernel.
  package var isFutexWake: Bool { kind == .syscall && probe_syscall_is_futex_wake(argument, detail) }

  /// Whether the event is a call of a heap function, of a lock or of the kernel.
  package var isCallOfLibrary: Bool { [.heap, .locks, .syscalls].contains(watch) }

  /// Whether the other event is a call of the same function, for the same purpose, in the same part of the cycle.
  package func isSameCall(as other: WatchedEvent) -> Bool {
    kind == other.kind && name == other.name && follower == other.follower && isFutexWake == other.isFutexWake
  }

  /// Whether the other event is the same action at the same place.
  package func isSamePlace(as other: WatchedEvent) -> Bool {
    kind == other.kind && (kind != .syscall || argument == other.argument)
      && addresses.prefix(Self.placeDepth) == other.addresses.prefix(Self.placeDepth)
  }

  package var backtrace: [StackFrame] { stack.symbolized() }

  /// What a release differs in from the allocation of the block; nil for other events.
  package var difference: HeapMismatch? { mismatch.origin.map { _ in HeapMismatch(mismatch) } }

  /// Whether the kernel can trap every system call of a thread; without it, rt.syscall is skipped.
  package static var trapsSystemCalls: Bool { probe_syscall_available() }
}

extension probe_event {
  /// Whether the event is a free() of an address that is not an allocated block, which is always recorded.
  package var isInvalidFree: Bool { kind == .doubleFree || kind == .foreignFree || kind == .mismatchedFree }
}

extension StackFrame {
  /// The first `depth` elements of an array of C, which Swift imports as a tuple.
  static func addresses<Tuple>(_ frames: Tuple, depth: Int32) -> [UnsafeMutableRawPointer?] {
    withUnsafeBytes(of: frames) { Array($0.bindMemory(to: UnsafeMutableRawPointer?.self).prefix(Int(depth))) }
  }

  /// The part of a stack, innermost first, that is outside this program: without a host callback before it and the
  /// host's call after it.
  package static func outsideHost(_ addresses: [UnsafeMutableRawPointer?]) -> [UnsafeMutableRawPointer?] {
    Array(addresses.drop { probe_stack_is_own($0) }.prefix { !probe_stack_is_own($0) })
  }

  /// The frames of a stack that are outside this program, innermost first, not symbolized.
  package static func stack(_ addresses: [UnsafeMutableRawPointer?]) -> [StackFrame] {
    let addresses = outsideHost(addresses)
    var frames = [probe_frame](repeating: probe_frame(), count: addresses.count)
    probe_frame_resolve(addresses, addresses.count, &frames)
    return frames.map { withUnsafePointer(to: $0) { StackFrame($0) } }
  }
}
