import LV2Host

/// A parameter of a plug-in that `patch:Set` changes, as the bundle describes it.
package struct WritableParameter {
  package let uri: String
  /// The URI of the type of its values.
  package let type: String
  package let minimum: Double?
  package let maximum: Double?

  /// The parameters of a plug-in for which the bundle states a type.
  package static func all(of context: PluginContext) -> [WritableParameter] {
    let turtle = context.turtle
    return turtle.objects(.uri(context.plugin.uri), URI.Patch.writable).compactMap { node in
      func number(_ predicate: String) -> Double? { turtle.objects(node, predicate).first.flatMap { Double($0.text) } }
      guard let type = turtle.objects(node, URI.range).first?.text else { return nil }
      return WritableParameter(
        uri: node.text, type: type, minimum: number(URI.Core.minimum), maximum: number(URI.Core.maximum))
    }
  }

  /// The bytes of the value at a fraction of the range; nil for an unsupported type.
  ///
  /// - Parameters:
  ///   - fraction: from 0 to 1.
  ///   - file: the value of a parameter that is a path.
  package func value(at fraction: Double, file: String) -> [UInt8]? {
    let low = minimum ?? 0
    let number = low + fraction * ((maximum ?? max(1, low)) - low)
    // A bundle may state bounds that no integer type holds.
    let integer = number.isNaN ? 0 : Int64(min(max(number, -0x1p62), 0x1p62).rounded())
    func bytes<T: BitwiseCopyable>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    switch type {
    case URI.Atom.float: return bytes(Float(number))
    case URI.Atom.double: return bytes(number)
    case URI.Atom.int: return bytes(Int32(clamping: integer))
    case URI.Atom.long: return bytes(integer)
    case URI.Atom.bool: return bytes(Int32(fraction < 0.5 ? 0 : 1))
    case URI.Atom.path: return Array(file.utf8) + [0]
    case URI.Atom.string: return Array("lv2val".utf8) + [0]
    default: return nil
    }
  }
}
