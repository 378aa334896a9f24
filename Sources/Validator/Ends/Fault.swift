import Model
import TestHost

/// What identifies a fault of a plug-in. A crash at another instruction is another fault, also in the same function.
package struct Fault: Codable, Hashable, Sendable {
  private let signal: Int32
  /// The innermost frame in the plug-in's code. The load address differs between processes, the offset does not.
  private let image: String
  private let offset: UInt64
  /// The function of a loop that left its memory, which identifies the place: which of its instructions crashes depends on
  /// the memory's layout. Nil if the offset identifies it.
  private let function: String?

  /// Nil if no frame is in the plug-in's code.
  package init?(_ crash: Crash, in code: PluginCode) {
    guard let frame = crash.frames.first(where: code.holds), let image = frame.image, let offset = frame.offset
    else { return nil }
    signal = crash.signal
    self.image = image
    self.offset = offset
    function = crash.isAtStartOfPage ? [frame].symbolized().first?.function : nil
  }

  /// Equal for equal faults.
  package var key: String { "\(signal) \(image) \(function ?? "+\(offset)")" }

  package static func == (fault: Fault, other: Fault) -> Bool { fault.key == other.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  package func isInSameImage(as other: Fault) -> Bool { signal == other.signal && image == other.image }

  /// Whether the other fault is at the same instruction, or in the same loop.
  package func isSamePlace(as other: Fault) -> Bool {
    self == other || signal == other.signal && image == other.image && offset == other.offset
  }
}
