/// One access of a plug-in's to a port's memory that its buffer does not allow.
struct Trespass {
  enum Access { case read, write }

  var port: Int
  var access: Access
  /// In bytes, from the first of the port's data.
  var offset: Int
  /// Of the port's data, in bytes.
  var size: Int
  var block: Finding.Block
  var count = 1
  /// The controls that were not at their defaults.
  var controls: [Finding.ControlValue] = []
  /// Innermost first, not symbolised; empty where only the traces of the access were seen.
  var stack: [StackFrame] = []

  var isInside: Bool { (0..<size).contains(offset) }

  /// Where it was, to stand after the verb: "right past the end of the 256 bytes".
  var place: String {
    switch offset {
    case ..<(-4): "\(-offset) bytes before the \(size) bytes"
    case ..<0: "right before the \(size) bytes"
    case size: "right past the end of the \(size) bytes"
    case size...: "\(offset - size) bytes past the end of the \(size) bytes"
    default: "byte \(offset) of the \(size) bytes"
    }
  }
}

extension [Trespass] {
  /// Adds what is new; the same access at the same side of the same port is told once, and counted.
  mutating func add(_ found: [Trespass]) {
    for trespass in found {
      let known = firstIndex {
        $0.port == trespass.port && $0.access == trespass.access && $0.isInside == trespass.isInside
          && ($0.offset < 0) == (trespass.offset < 0)
      }
      guard let known else {
        append(trespass)
        continue
      }
      self[known].count += trespass.count
      if self[known].stack.isEmpty { self[known].stack = trespass.stack }
    }
  }
}
