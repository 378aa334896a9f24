import CProbe

/// The functions of a plug-in's library that ran, as their indices in its table of functions.
package struct RanFunctions {
  private var words: [UInt64] = []

  package init() {}

  init(words: [UInt64]) { self.words = words }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// In ascending order.
  package var indices: [Int] {
    words.indices.flatMap { word in
      words[word] == 0 ? [] : (0..<64).filter { words[word] >> UInt64($0) & 1 != 0 }.map { word * 64 + $0 }
    }
  }

  package mutating func formUnion(_ other: RanFunctions) {
    if words.isEmpty { words = other.words }
    for index in words.indices where index < other.words.count { words[index] |= other.words[index] }
  }

  /// Writes them into a record, whose child then does not observe these functions.
  func write(to record: OpaquePointer) {
    if words.count == Int(PROBE_FUNCTION_WORDS) { probe_record_write_functions(record, words) }
  }

  /// Reads those of a record.
  init(of record: OpaquePointer) {
    words = Array(unsafeUninitializedCapacity: Int(PROBE_FUNCTION_WORDS)) { buffer, count in
      if let start = buffer.baseAddress { probe_record_read_functions(record, start) }
      count = Int(PROBE_FUNCTION_WORDS)
    }
  }
}

/// Observes which functions of the plug-in run in this process, a child.
package enum FunctionObserver {
  /// Whether instances are observed. Breakpoints take microseconds, so checks that measure durations exclude them.
  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var isOn = false

  /// Begins to observe the library of each instance, or ends that.
  package static func observe(_ isOn: Bool) {
    self.isOn = isOn
    if !isOn { probe_functions_stop() }
  }

  /// Observes a library that dlopen() returned.
  static func observe(library: UnsafeMutableRawPointer?) {
    if isOn { probe_functions_observe(library) }
  }
}
