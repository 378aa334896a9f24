import CLV2
import LV2Kit
import Views

/// The events between an interface and its plug-in: notes, and patch messages about properties. The host passes them on.
struct HostEvents {
  private let write: LV2UI_Write_Function
  private let controller: LV2UI_Controller?
  /// The index of the plug-in's event input.
  private let port: UInt32
  private let transfer, midi, object: LV2_URID
  private let types: PatchTypes
  private let valueTypes: ValueTypes
  private let properties: [Property]
  /// The URIDs of the properties.
  private let keys: [LV2_URID]

  /// Returns nil if the host offers no URIDs, or does not state the index of the port.
  init?(
    _ features: Features, _ ports: UnsafeMutablePointer<LV2UI_Port_Map>?, _ write: LV2UI_Write_Function?,
    _ controller: LV2UI_Controller?, plugin: UnsafePointer<CChar>?, _ properties: [Property]
  ) {
    guard let write, let plugin, let ports, features.map != nil else { return nil }
    let port = ports.pointee.port_index?(ports.pointee.handle, cString("events_in")) ?? .max
    guard port != .max else { return nil }
    self.write = write
    self.controller = controller
    self.port = port
    transfer = features.urid("http://lv2plug.in/ns/ext/atom#eventTransfer")
    midi = features.urid("http://lv2plug.in/ns/ext/midi#MidiEvent")
    object = features.urid("http://lv2plug.in/ns/ext/atom#Object")
    types = PatchTypes(features, plugin: plugin)
    valueTypes = ValueTypes(features)
    self.properties = properties
    keys = properties.map { features.urid(plugin, fragment: $0.control.symbol) }
  }

  // MARK: To the plug-in

  /// Starts a note, or ends it with a velocity of 0.
  func play(_ note: Int, velocity: Int) {
    send(midi, size: 3) { body in
      body.storeBytes(of: velocity > 0 ? 0x90 : 0x80, as: UInt8.self)
      body.storeBytes(of: UInt8(note & 127), toByteOffset: 1, as: UInt8.self)
      body.storeBytes(of: velocity > 0 ? UInt8(velocity & 127) : 64, toByteOffset: 2, as: UInt8.self)
    }
  }

  /// Asks for the values of all properties.
  func askForAll() {
    send(object, size: 8) {
      $0.storeBytes(of: LV2_Atom_Object_Body(id: 0, otype: types.get), as: LV2_Atom_Object_Body.self)
    }
  }

  func set(_ property: Int, to number: Float) {
    set(property, size: 4) { body in
      if valueTypes.type(of: properties[property]) == valueTypes.float {
        body.storeBytes(of: number, as: Float.self)
      } else {
        body.storeBytes(of: Int32(number), as: Int32.self)
      }
    }
  }

  /// - Parameter text: UTF-8 without a final zero.
  func set(_ property: Int, to text: [UInt8]) {
    set(property, size: text.count + 1) { body in
      for (index, byte) in text.enumerated() { body.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
    }
  }

  /// Sends a patch:Set, whose value `fill` writes to memory of zeros.
  private func set(_ property: Int, size: Int, _ fill: (UnsafeMutableRawPointer) -> Void) {
    func header(_ key: LV2_URID, _ type: LV2_URID, _ size: Int) -> LV2_Atom_Property_Body {
      LV2_Atom_Property_Body(key: key, context: 0, value: LV2_Atom(size: UInt32(size), type: type))
    }
    send(object, size: 48 + (size + 7) & ~7) { body in
      body.storeBytes(of: LV2_Atom_Object_Body(id: 0, otype: types.set), as: LV2_Atom_Object_Body.self)
      (body + 8).storeBytes(of: header(types.property, valueTypes.urid, 4), as: LV2_Atom_Property_Body.self)
      (body + 24).storeBytes(of: keys[property], as: LV2_URID.self)
      (body + 32).storeBytes(
        of: header(types.value, valueTypes.type(of: properties[property]), size), as: LV2_Atom_Property_Body.self)
      fill(body + 48)
    }
  }

  /// Sends an atom, whose body `fill` writes to memory of zeros.
  private func send(_ type: LV2_URID, size: Int, _ fill: (UnsafeMutableRawPointer) -> Void) {
    let count = 8 + (size + 7) & ~7
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
    defer { memory.deallocate() }
    memset(memory, 0, count)
    memory.storeBytes(of: LV2_Atom(size: UInt32(size), type: type), as: LV2_Atom.self)
    fill(memory + 8)
    write(controller, port, UInt32(8 + size), transfer, memory)
  }

  // MARK: From the plug-in

  /// The value of a property.
  enum Value {
    case number(Float)
    case text([UInt8])
  }

  /// Reads a patch:Set or a patch:Put. Other messages, and those that are not entirely in the buffer, have no effect.
  ///
  /// - Parameter body: gets the index and the value of each property.
  func read(_ buffer: UnsafeRawPointer, size: Int, format: LV2_URID, _ body: (Int, Value) -> Void) {
    guard format == transfer, size >= 16 else { return }
    // The host states no alignment.
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { copy.deallocate() }
    copy.copyMemory(from: buffer, byteCount: size)
    let atom = UnsafePointer(copy.assumingMemoryBound(to: LV2_Atom.self))
    guard atom.pointee.type == object, Int(atom.pointee.size) <= size - 8, let message = ObjectReader(atom) else {
      return
    }
    var property: LV2_URID?
    var value: UnsafePointer<LV2_Atom>?
    var rest = message
    while let (key, atom) = rest.read() {
      if key == types.body, message.type == types.put, atom.pointee.type == object, var all = ObjectReader(atom) {
        while let (key, value) = all.read() { receive(key, value, body) }
      }
      if key == types.property, atom.pointee.size >= 4 {
        property = (UnsafeRawPointer(atom) + 8).load(as: LV2_URID.self)
      }
      if key == types.value { value = atom }
    }
    if message.type == types.set, let property, let value { receive(property, value, body) }
  }

  private func receive(_ key: LV2_URID, _ atom: UnsafePointer<LV2_Atom>, _ body: (Int, Value) -> Void) {
    guard let index = keys.firstIndex(of: key), key != 0 else { return }
    let (value, size) = (UnsafeRawPointer(atom) + 8, Int(atom.pointee.size))
    if properties[index].kind == .control {
      guard let number = valueTypes.number(atom.pointee.type, value, size) else { return }
      return body(index, .number(Float(number)))
    }
    guard atom.pointee.type == valueTypes.string || atom.pointee.type == valueTypes.path else { return }
    var text: [UInt8] = []
    for offset in 0..<size {
      let byte = value.load(fromByteOffset: offset, as: UInt8.self)
      if byte == 0 { return body(index, .text(text)) }
      text.append(byte)
    }
  }
}
