import CLV2

/// Builds the messages that tell the value of a property: patch:Set, for windows, hosts and other plug-ins.
///
/// The kit itself sends the properties of an effect's ``PropertySet``; this is for other ones. The effect creates it in `init`, and
/// ``EventKinds/atomOutput`` is true.
public struct PatchSet {
  private let object, set, property, key, value, urid, float, int: LV2_URID

  /// - Parameters:
  ///   - setup: the argument of the effect's `init`.
  ///   - property: the URI of the property. Without urid:map of the host nothing is sent.
  public init(_ setup: Setup, _ property: StaticString) {
    object = setup.urid("http://lv2plug.in/ns/ext/atom#Object")
    set = setup.urid("http://lv2plug.in/ns/ext/patch#Set")
    self.property = setup.urid("http://lv2plug.in/ns/ext/patch#property")
    key = setup.urid(property)
    value = setup.urid("http://lv2plug.in/ns/ext/patch#value")
    urid = setup.urid("http://lv2plug.in/ns/ext/atom#URID")
    float = setup.urid("http://lv2plug.in/ns/ext/atom#Float")
    int = setup.urid("http://lv2plug.in/ns/ext/atom#Int")
  }

  /// Sends a number as an atom:Float.
  ///
  /// - Parameters:
  ///   - number: the value.
  ///   - output: the argument of ``Effect/receive(_:at:output:)``.
  ///   - frame: the frame in the host's block. It cannot be before that of the previous event.
  /// - Returns: false if the port is not connected or has no room for the message.
  @discardableResult
  public func send(_ number: Float, through output: EventOutput, at frame: Int) -> Bool {
    withUnsafeBytes(of: number) { send(type: float, value: $0, through: output, at: frame) }
  }

  /// Sends a whole number as an atom:Int.
  ///
  /// - Parameters:
  ///   - number: the value.
  ///   - output: the argument of ``Effect/receive(_:at:output:)``.
  ///   - frame: the frame in the host's block. It cannot be before that of the previous event.
  /// - Returns: false if the port is not connected or has no room for the message.
  @discardableResult
  public func send(_ number: Int32, through output: EventOutput, at frame: Int) -> Bool {
    withUnsafeBytes(of: number) { send(type: int, value: $0, through: output, at: frame) }
  }

  /// Sends a value of any type.
  ///
  /// - Parameters:
  ///   - type: the URID of the type, which ``Setup/urid(_:)`` gave in `init`. 0 sends nothing.
  ///   - bytes: the body of the atom; a text has a final zero.
  ///   - output: the argument of ``Effect/receive(_:at:output:)``.
  ///   - frame: the frame in the host's block. It cannot be before that of the previous event.
  /// - Returns: false if the port is not connected or has no room for the message.
  @discardableResult
  public func send(type: UInt32, value bytes: UnsafeRawBufferPointer, through output: EventOutput, at frame: Int)
    -> Bool
  {
    guard type != 0 else { return false }
    return output.state.pointee.append(type: object, size: 48 + bytes.count, at: frame) { body in
      body.storeBytes(of: LV2_Atom_Object_Body(id: 0, otype: set), as: LV2_Atom_Object_Body.self)
      (body + 8).storeBytes(of: header(property, urid, 4), as: LV2_Atom_Property_Body.self)
      (body + 24).storeBytes(of: UInt64(key), as: UInt64.self)
      (body + 32).storeBytes(of: header(value, type, bytes.count), as: LV2_Atom_Property_Body.self)
      for index in 0..<bytes.count { body.storeBytes(of: bytes[index], toByteOffset: 48 + index, as: UInt8.self) }
    }
  }

  private func header(_ key: LV2_URID, _ type: LV2_URID, _ size: Int) -> LV2_Atom_Property_Body {
    LV2_Atom_Property_Body(key: key, context: 0, value: LV2_Atom(size: UInt32(size), type: type))
  }
}
