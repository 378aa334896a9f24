import ValidationModel

/// What identifies a fault of a plug-in. A crash at another instruction is another fault, also in the same function.
package struct Fault: Codable, Hashable, Sendable {
  private let signal: Int32
  /// The innermost frame in the plug-in's code. The load address differs between processes, the offset does not.
  private let image: String
  /// Nil if `function` identifies the place.
  private let offset: UInt64?
  /// The function of a loop that left its memory: which of its instructions crashes depends on the memory's layout.
  private let function: String?

  /// Nil if no frame is in the plug-in's code.
  package init?(_ crash: Crash, in code: PluginCode) {
    guard let frame = crash.frames.first(where: code.holds), let image = frame.image, let offset = frame.offset
    else { return nil }
    signal = crash.signal
    self.image = image
    function = crash.isAtStartOfPage ? [frame].symbolized().first?.function : nil
    self.offset = function == nil ? offset : nil
  }
}
