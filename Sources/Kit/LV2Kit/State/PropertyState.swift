import CLV2

/// The properties of an instance: their keys and values.
///
/// A number is one atomic word, which the audio thread and restore() write. A text exists twice: the saved one belongs
/// to the threads that hold the lock of `WorkState`, and the present one to the audio thread.
///
/// SAFETY: the memory exists until `deallocate()`.
struct PropertyState {
  struct Item {
    let key: LV2_URID
    let kind: Property.Kind
    /// The type of the value as an atom.
    let type: LV2_URID
    fileprivate(set) var saved: OwnedText?
    fileprivate(set) var present: OwnedText?
  }

  let types: PatchTypes
  let valueTypes: ValueTypes
  private(set) var count = 0
  let items: UnsafeMutablePointer<Item>
  /// The numbers, as bit patterns.
  private let values: UnsafeMutablePointer<UInt32>
  /// A word with the bits of the properties that restore() has set.
  private let changes: AtomicWord
  /// The bits of the properties whose values the audio thread has yet to send.
  var unsent: UInt32 = 0
  /// Whether the host has asked for the values of all properties.
  var isAskedForAll = false

  init(_ features: Features, plugin uri: UnsafePointer<CChar>) {
    types = PatchTypes(features, plugin: uri)
    valueTypes = ValueTypes(features)
    items = .allocate(capacity: Limits.propertyCount)
    values = .allocate(capacity: Limits.propertyCount + 1)
    changes = AtomicWord(place: values + Limits.propertyCount)
    changes.place.initialize(to: 0)
  }

  /// Appends a property with its initial value, which the audio thread will take.
  mutating func append(_ property: Property, _ features: Features, plugin uri: UnsafePointer<CChar>) {
    (items + count).initialize(
      to: Item(
        key: features.urid(uri, fragment: property.control.symbol), kind: property.kind,
        type: valueTypes.type(of: property)))
    (values + count).initialize(to: property.control.initial.bitPattern)
    changes.set(bits: 1 << UInt32(count))
    count += 1
  }

  func deallocate() {
    for index in 0..<count {
      items[index].saved?.deallocate()
      items[index].present?.deallocate()
    }
    items.deallocate()
    values.deallocate()
  }

  subscript(index: Int) -> Item { items[index] }

  /// Returns the index of the property with this key, or nil.
  func index(ofKey key: LV2_URID) -> Int? {
    for index in 0..<count where items[index].key == key && key != 0 { return index }
    return nil
  }

  // MARK: Numbers

  func value(_ index: Int) -> Float { Float(bitPattern: AtomicWord(place: values + index).load()) }

  func setValue(_ index: Int, to value: Float) { AtomicWord(place: values + index).store(value.bitPattern) }

  /// Sets a number outside the audio thread, which will take it.
  func restoreValue(_ index: Int, to value: Float) {
    setValue(index, to: value)
    changes.set(bits: 1 << UInt32(index))
  }

  /// Marks all numbers, for an effect that is created anew.
  func restoreAll() { changes.set(bits: all) }

  /// The bits of all properties.
  var all: UInt32 { ~0 >> UInt32(32 - count) }

  /// The bits of the numbers that have been restored since the last call.
  func takeChanges() -> UInt32 { changes.load() == 0 ? 0 : changes.takeBits() }

  // MARK: Texts

  /// Replaces the text that is saved. The caller has locked the `WorkState`.
  func replaceSaved(_ text: OwnedText, of index: Int) {
    items[index].saved?.deallocate()
    items[index].saved = text
  }

  /// Sets the present text on the audio thread, and returns the previous one.
  mutating func exchange(_ text: OwnedText?, of index: Int) -> OwnedText? {
    let previous = items[index].present
    items[index].present = text
    unsent |= 1 << UInt32(index)
    return previous
  }
}
