import LV2Host
import TestHost

/// Atoms that a plug-in sends to its interface.
enum UIMessages {
  struct Message {
    let name: String
    /// The atom with its header.
    let bytes: [UInt8]
  }

  /// What no plug-in sends on purpose.
  static var malformed: [Message] {
    [
      Message(name: "an empty atom", bytes: atom(0, [])),
      Message(name: "patch:Set without a property", bytes: object(URI.Patch.set, [])),
      Message(name: "patch:Put without a body", bytes: object(URI.Patch.put, [])),
    ]
  }

  /// A MIDI event, and patch messages of the parameters of the plug-in or of an unknown one.
  static func wellFormed(for context: PluginContext) -> [Message] {
    let map = InstanceUnderTest.map
    var messages = [
      Message(name: "a MIDI event", bytes: atom(map.id(of: URI.MIDI.event), [0x90, 60, 100])),
      Message(name: "an atom of an unknown type", bytes: atom(map.id(of: "urn:lv2val:no-such-type"), [1, 2, 3, 4])),
    ]
    let parameters = context.plugin.parameters + ["urn:lv2val:no-such-parameter"]
    let values: [(name: String, type: String, bytes: [UInt8])] = [
      ("a float", URI.Atom.float, bytes(of: Float(0.5))), ("an int", URI.Atom.int, bytes(of: Int32(1))),
      ("a path", URI.Atom.path, Array("/no/such/file.wav".utf8) + [0]), ("an empty path", URI.Atom.path, [0]),
    ]
    for parameter in parameters.prefix(8) {
      for value in values {
        messages.append(
          Message(
            name: "patch:Set with \(value.name)",
            bytes: object(
              URI.Patch.set,
              [
                (URI.Patch.property, URI.Atom.urid, bytes(of: map.id(of: parameter))),
                (URI.Patch.value, value.type, value.bytes),
              ])))
      }
    }
    return messages
  }

  private static func bytes<Value>(of value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  /// An atom, without padding after its body.
  private static func atom(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    bytes(of: UInt32(body.count)) + bytes(of: type) + body
  }

  /// An atom:Object with properties of these keys, types and values.
  private static func object(_ type: String, _ properties: [(key: String, type: String, value: [UInt8])]) -> [UInt8] {
    let map = InstanceUnderTest.map
    var object = AtomObject(type: map.id(of: type))
    for property in properties {
      object.set(map.id(of: property.key), map.id(of: property.type), bytes: property.value)
    }
    return atom(map.id(of: URI.Atom.object), object.body)
  }
}
