import Glibc
import LV2Host

/// The steps of a check that a copy of this process performs, in memory that the copy shares with this process: they
/// remain readable after its end.
package final class InterfaceJournal {
  /// The journal of this process; nil if nothing is recorded.
  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) package static var current: InterfaceJournal?
  /// Whether the present calls are parts of a step that is recorded already.
  nonisolated(unsafe) private static var isSuspended = false

  private static let capacity = 16 << 20
  /// The number of bytes, and then the lines.
  private let memory: UnsafeMutableRawPointer
  private static let header = MemoryLayout<Int>.stride

  /// Fails if the memory cannot be created.
  package init?() {
    guard
      let memory = mmap(nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    self.memory = memory
  }

  deinit { munmap(memory, Self.capacity) }

  /// The lines so far.
  package var lines: [String] {
    let count = min(max(0, memory.load(as: Int.self)), Self.capacity - Self.header)
    let bytes = UnsafeRawBufferPointer(start: memory + Self.header, count: count)
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private func append(_ line: String) {
    let count = memory.load(as: Int.self)
    var line = line
    line.append("\n")
    line.withUTF8 { bytes in
      guard Self.header + count + bytes.count <= Self.capacity, let start = bytes.baseAddress else { return }
      memcpy(memory + Self.header + count, start, bytes.count)
      memory.storeBytes(of: count + bytes.count, as: Int.self)
    }
  }

  /// Records a step before it is performed by `body`. Calls in `body` are parts of the step.
  @discardableResult static func noting<Result>(
    _ deed: @autoclosure () -> InterfaceStep.Deed, of interface: InterfaceUnderTest, _ body: () throws -> Result
  ) rethrows -> Result {
    let isOutermost = begin(deed(), session: interface.number, of: interface.plugin)
    defer { end(isOutermost) }
    return try body()
  }

  /// Records a step unless it is a part of another one. The result is the argument of `end`.
  static func begin(_ deed: @autoclosure () -> InterfaceStep.Deed, session: Int, of plugin: PluginDescription) -> Bool {
    guard let current, !isSuspended else { return false }
    current.append(InterfaceStep(deed(), session: session).text(for: plugin))
    isSuspended = true
    return true
  }

  static func end(_ isOutermost: Bool) { if isOutermost { isSuspended = false } }
}
