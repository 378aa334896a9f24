import CLV2

// The messages of the patch extension: http://lv2plug.in/ns/ext/patch

extension PropertyState {
  /// Whether an object is a message about properties.
  func isMessage(_ object: ObjectReader) -> Bool {
    object.type != 0 && (object.type == types.set || object.type == types.get || object.type == types.put)
  }

  /// Reads a message: returns the values in it, and marks what it asks for.
  ///
  /// A message with another subject than the plug-in has no effect.
  mutating func read(_ message: ObjectReader) -> PatchValues {
    var property: LV2_URID?
    var value: UnsafePointer<LV2_Atom>?
    var body: ObjectReader?
    var rest = message
    while let (key, atom) = rest.read() {
      switch key {
      case types.subject:
        guard let subject = urid(atom), subject == types.plugin || subject == 0 else { return PatchValues() }
      case types.property: property = urid(atom)
      case types.value: value = atom
      case types.body: body = ObjectReader(atom)
      default: break
      }
    }
    if message.type == types.put { return PatchValues(rest: body) }
    if message.type == types.set {
      guard let property, let value else { return PatchValues() }
      return PatchValues(single: (property, value))
    }
    if let property {
      if let index = index(ofKey: property) { unsent |= 1 << UInt32(index) }
    } else {
      isAskedForAll = true
    }
    return PatchValues()
  }

  /// The URID in an atom, or nil if it has another type.
  private func urid(_ atom: UnsafePointer<LV2_Atom>) -> LV2_URID? {
    guard atom.pointee.type == valueTypes.urid || atom.pointee.type == valueTypes.int, atom.pointee.size >= 4 else {
      return nil
    }
    return (UnsafeRawPointer(atom) + 8).load(as: LV2_URID.self)
  }

  /// Sends a patch:Put if the host has asked for all values, and else a patch:Set for each marked property.
  ///
  /// A patch:Put that finds no room is replaced by a patch:Set for each property. What finds no room remains marked.
  mutating func send(_ events: inout EventState) {
    if isAskedForAll {
      isAskedForAll = false
      unsent = sendAll(&events) ? 0 : all
    }
    for index in 0..<count where unsent & 1 << UInt32(index) != 0 {
      let wasSent = events.append(type: events.types.object, size: 32 + size(of: index), at: 0) { body in
        body.storeBytes(of: LV2_Atom_Object_Body(id: 0, otype: types.set), as: LV2_Atom_Object_Body.self)
        write(types.property, valueTypes.urid, size: 4, to: body + 8)
        body.storeBytes(of: UInt64(items[index].key), toByteOffset: 24, as: UInt64.self)
        write(index, key: types.value, to: body + 32)
      }
      if wasSent { unsent &= ~(1 << UInt32(index)) }
    }
  }

  private func sendAll(_ events: inout EventState) -> Bool {
    let object = events.types.object
    var size = 8
    for index in 0..<count { size += self.size(of: index) }
    return events.append(type: object, size: 24 + size, at: 0) { body in
      body.storeBytes(of: LV2_Atom_Object_Body(id: 0, otype: types.put), as: LV2_Atom_Object_Body.self)
      write(types.body, object, size: size, to: body + 8)
      body.storeBytes(of: LV2_Atom_Object_Body(id: 0, otype: 0), toByteOffset: 24, as: LV2_Atom_Object_Body.self)
      var place = body + 32
      for index in 0..<count {
        write(index, key: items[index].key, to: place)
        place += self.size(of: index)
      }
    }
  }

  /// The size of a property in an object, with its header.
  private func size(of index: Int) -> Int { 16 + (bytes(of: index).size + 7) & ~7 }

  /// Writes a property with its present value.
  private func write(_ index: Int, key: LV2_URID, to place: UnsafeMutableRawPointer) {
    let (start, size) = bytes(of: index)
    write(key, items[index].type, size: size, to: place)
    for offset in 0..<(size + 7) & ~7 {
      let byte = offset < size ? start?.load(fromByteOffset: offset, as: UInt8.self) ?? 0 : 0
      place.storeBytes(of: byte, toByteOffset: 16 + offset, as: UInt8.self)
    }
    if items[index].kind == .control { place.storeBytes(of: word(index), toByteOffset: 16, as: UInt32.self) }
  }

  /// The present value of a text with its 0, or the size of a number, on the audio thread.
  private func bytes(of index: Int) -> (start: UnsafeRawPointer?, size: Int) {
    if items[index].kind == .control { return (nil, 4) }
    guard let text = items[index].present else { return (nil, 1) }
    return (UnsafeRawPointer(text.characters), text.size)
  }

  /// The bits of a number in the type of the property.
  func word(_ index: Int) -> UInt32 {
    let value = value(index)
    return items[index].type == valueTypes.float ? value.bitPattern : UInt32(bitPattern: Int32(value))
  }

  /// Writes the header of a property in an object.
  private func write(_ key: LV2_URID, _ type: LV2_URID, size: Int, to place: UnsafeMutableRawPointer) {
    place.storeBytes(
      of: LV2_Atom_Property_Body(key: key, context: 0, value: LV2_Atom(size: UInt32(size), type: type)),
      as: LV2_Atom_Property_Body.self)
  }
}

/// The keys and values in a message.
struct PatchValues {
  /// What a patch:Set contains.
  var single: (key: LV2_URID, value: UnsafePointer<LV2_Atom>)?
  /// The body of a patch:Put.
  var rest: ObjectReader?

  mutating func next() -> (key: LV2_URID, value: UnsafePointer<LV2_Atom>)? {
    guard let single else { return rest?.read() }
    self.single = nil
    return single
  }
}
