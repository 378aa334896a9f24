import LV2Host

/// A parameter that a plug-in takes by `patch:Set`, as its bundle describes it.
package struct WritableParameter {
  package let uri: String
  /// The URI of the type of its values.
  package let type: String
  package let minimum: Double?
  package let maximum: Double?

  /// Those of a plug-in of which the bundle tells a type.
  package static func all(of context: PluginContext) -> [WritableParameter] {
    let turtle = context.turtle
    return turtle.objects(.uri(context.plugin.uri), URI.Patch.writable).compactMap { node in
      func number(_ predicate: String) -> Double? { turtle.objects(node, predicate).first.flatMap { Double($0.text) } }
      guard let type = turtle.objects(node, URI.range).first?.text else {
        return nil
      }
      return WritableParameter(
        uri: node.text, type: type, minimum: number(URI.Core.minimum), maximum: number(URI.Core.maximum))
    }
  }

  /// The bytes of a value a part of the way through its range; nil for a type that has no such values.
  ///
  /// - Parameters:
  ///   - part: from 0 to 1.
  ///   - file: what a parameter that is a path gets.
  package func value(at part: Double, file: String) -> [UInt8]? {
    let low = minimum ?? 0
    let number = low + part * ((maximum ?? max(1, low)) - low)
    // Any bounds may be written; beyond 2^62 none is needed.
    let whole = number.isNaN ? 0 : Int64(min(max(number, -0x1p62), 0x1p62).rounded())
    func bytes<T: BitwiseCopyable>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    switch type {
    case URI.Atom.float: return bytes(Float(number))
    case URI.Atom.double: return bytes(number)
    case URI.Atom.int: return bytes(Int32(clamping: whole))
    case URI.Atom.long: return bytes(whole)
    case URI.Atom.bool: return bytes(Int32(part < 0.5 ? 0 : 1))
    case URI.Atom.path: return Array(file.utf8) + [0]
    case URI.Atom.string: return Array("lv2val".utf8) + [0]
    default: return nil
    }
  }
}
