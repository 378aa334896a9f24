import CLV2

extension Instance where E: ~Copyable {
  // MARK: On the audio thread

  /// Gives the effect the values that restore() has set.
  @inline(__always)
  mutating func takeRestoredValues() {
    guard let properties = header.properties else { return }
    let changes = properties.pointee.takeChanges()
    if changes != 0 { apply(changes, properties) }
  }

  @inline(never)
  private mutating func apply(_ changes: UInt32, _ properties: UnsafeMutablePointer<PropertyState>) {
    var index = 0
    while let property = E.Property(rawValue: index) {
      if changes & property.bit != 0, property.declaration.kind == .control {
        effect.set(property, to: properties.pointee.value(index))
        properties.pointee.unsent |= property.bit
      }
      index += 1
    }
  }

  /// Handles a message about properties. Returns false if the object is something else.
  mutating func receive(_ message: ObjectReader) -> Bool {
    guard let properties = header.properties, properties.pointee.isMessage(message) else { return false }
    var values = properties.pointee.read(message)
    while let (key, atom) = values.next() {
      if let index = properties.pointee.index(ofKey: key) { set(index, to: atom, properties) }
    }
    return true
  }

  /// Sets a property to a value of a message. A value of another type has no effect.
  private mutating func set(
    _ index: Int, to atom: UnsafePointer<LV2_Atom>, _ properties: UnsafeMutablePointer<PropertyState>
  ) {
    guard let property = E.Property(rawValue: index) else { return }
    let body = UnsafeRawBufferPointer(start: UnsafeRawPointer(atom) + 8, count: Int(atom.pointee.size))
    switch property.declaration.kind {
    case .control:
      guard let start = body.baseAddress,
        let number = properties.pointee.valueTypes.number(atom.pointee.type, start, body.count)
      else { return }
      let value = property.declaration.control.sanitized(Float(number))
      properties.pointee.setValue(index, to: value)
      properties.pointee.unsent |= property.bit
      effect.set(property, to: value)
    case .text, .file:
      guard atom.pointee.type == properties.pointee[index].type, let text = body.textWithoutEnd else { return }
      header.work?.pointee.schedule(text, for: index)
    }
  }

  /// Sends the values that have changed or that the host has asked for.
  @inline(__always)
  mutating func sendProperties() {
    guard let properties = header.properties, let events = header.events else { return }
    guard properties.pointee.unsent != 0 || properties.pointee.isAskedForAll else { return }
    properties.pointee.send(&events.pointee)
  }

  // MARK: On other threads

  /// Gives a new effect the values of the old one.
  static func reload(_ handle: UnsafeMutableRawPointer) {
    guard let properties = handle.assumingMemoryBound(to: Header.self).pointee.properties else { return }
    properties.pointee.restoreAll()
    for index in 0..<properties.pointee.count {
      guard let text = properties.pointee[index].saved else { continue }
      let copy = OwnedText(copying: text.characters)
      setText(handle, index, copy.characters)
      copy.deallocate()
    }
  }

  /// The save() of the state interface.
  static func save(
    _ handle: UnsafeMutableRawPointer, _ store: StateStorage.Store, _ paths: StatePaths
  ) -> LV2_State_Status {
    guard let properties = handle.assumingMemoryBound(to: Header.self).pointee.properties else {
      return LV2_STATE_SUCCESS
    }
    let lock = work(of: handle).pointee.lock
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return properties.pointee.save(store, paths)
  }

  /// The restore() of the state interface. A property that the state lacks gets its initial value.
  static func restore(
    _ handle: UnsafeMutableRawPointer, _ retrieve: StateStorage.Retrieve, _ paths: StatePaths
  ) -> LV2_State_Status {
    guard let properties = handle.assumingMemoryBound(to: Header.self).pointee.properties else {
      return LV2_STATE_SUCCESS
    }
    var status = LV2_STATE_SUCCESS
    var index = 0
    while let property = E.Property(rawValue: index) {
      let item = properties.pointee[index]
      let value = retrieve(item.key)
      switch property.declaration.kind {
      case .control:
        let control = property.declaration.control
        let number = value.map { properties.pointee.valueTypes.number($0.type, $0.body, $0.size) } ?? nil
        if value != nil && number == nil { status = LV2_STATE_ERR_BAD_TYPE }
        properties.pointee.restoreValue(index, to: number.map { control.sanitized(Float($0)) } ?? control.initial)
      case .text, .file:
        let text = value.flatMap { $0.type == item.type ? $0.text : nil }
        if value != nil && text == nil { status = LV2_STATE_ERR_BAD_TYPE }
        restore(handle, index, text, property.declaration.kind == .file ? paths : nil)
      }
      index += 1
    }
    return status
  }

  /// Restores a text; nil is the empty text.
  ///
  /// - Parameter paths: how to map a path; nil for a text that is not a path.
  private static func restore(
    _ handle: UnsafeMutableRawPointer, _ index: Int, _ text: UnsafePointer<CChar>?, _ paths: StatePaths?
  ) {
    guard let text, text.pointee != 0 else { return setText(handle, index, cString("")) }
    guard let paths else { return setText(handle, index, text) }
    paths.withAbsolute(text) { setText(handle, index, $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes before the first 0, or nil if there is no 0 or the text is too long.
  fileprivate var textWithoutEnd: UnsafeRawBufferPointer? {
    var length = 0
    while length < count && length <= Limits.textLength {
      if self[length] == 0 { return UnsafeRawBufferPointer(start: baseAddress, count: length) }
      length += 1
    }
    return nil
  }
}
