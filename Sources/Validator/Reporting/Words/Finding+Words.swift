import Model
import Support

extension Finding {
  /// The message id; the check in reports of format version 1.
  var name: String { id?.rawValue ?? check.rawValue }

  /// The call, the block, the control values that the message does not state, and the loaded file; nil if nothing was run.
  var circumstances: String? {
    var parts: [String] = []
    if let call { parts.append(call.description) }
    if let block { parts.append("block no. \(block.index) (\(block.frames.counted("frame")))") }
    let values = (controls ?? []).filter { $0.isStated != true }.map(\.text)
    parts += values.prefix(Self.maximumValues)
    if values.count > Self.maximumValues {
      parts.append("and \((values.count - Self.maximumValues).counted("more control"))")
    }
    if let file { parts.append("after \(file)") }
    guard !parts.isEmpty else { return nil }
    if let seed { parts.append("seed \(seed)") }
    return parts.joined(separator: ", ")
  }

  private static let maximumValues = 8

  /// The file with the line if it is known: `plugin.ttl:12`.
  var place: String? { location.map { "\($0.file)\($0.line.map { ":\($0)" } ?? "")" } }
}

extension [String] {
  /// The steps of a finding in one line: the first and the last ones of many.
  var listOfSteps: String {
    let steps = map(\.onOneLine)
    guard count > Self.maximumSteps else { return steps.joined(separator: "; ") }
    let (first, last) = (steps.prefix(Self.maximumSteps / 2), steps.suffix(Self.maximumSteps / 2))
    return (first + ["(\(count - Self.maximumSteps) more)"] + last).joined(separator: "; ")
  }

  private static let maximumSteps = 12
}

extension StackFrame {
  /// The function, with the source line or the place in the library.
  var text: String {
    let function = function ?? "0x\(String(address, radix: 16))"
    if let file { return "\(function) (\(file):\(line ?? 0))" }
    guard let image else { return function }
    return "\(function) (\(image)+0x\(String(offset ?? 0, radix: 16)))"
  }
}
