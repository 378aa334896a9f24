import LV2Host
import Model
import Support
import TestHost

/// Values that only an interface changes.
extension StateRoundtrip {
  /// Values that restore() retrieves, but that save() then stores unchanged; the first of them.
  static func ignoredValueFinding(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> Finding? {
    let keys = state.properties.keys.sorted().filter { changed(state.properties[$0], by: changes[0]) != nil }
    guard !keys.isEmpty else { return nil }
    for key in context.draw(keys, atMost: 8, for: id) where try isIgnored(key, state, folder, context) {
      return finding(
        .ignoredValue, about: key,
        "restore() retrieved <\(key)> with other numbers than those that save() had stored before, but save() stored those "
          + "again; expected the restored ones.", naming: [key], call: "restore()", seed: context.seed)
    }
    return nil
  }

  private static let maximumPresets = 4

  /// The first fault of the states of presets, which contain what a host and an interface without presets do not set.
  static func presetFindings(_ folder: TemporaryFolder, _ context: PluginContext) throws -> [Finding] {
    let presets = try context.world.presets(of: context.plugin.uri).compactMap {
      try? context.world.preset($0.uri, map: InstanceUnderTest.map)
    }.filter { $0.propertyCount > 0 }
    for preset in context.draw(presets, atMost: maximumPresets, for: id) {
      guard let instance = try context.statefulInstance(folder), !InstanceUnderTest.hasSlowWork else { return [] }
      CrashRecord.note(activity: "preset '\(preset.label)'")
      InstanceUnderTest.noted("restore") { preset.restore(into: instance.hosted) }
      instance.activate()
      if let finding = try roundtrip(.preset(preset.label), of: instance, folder, context) { return [finding] }
      guard let state = instance.save() else { continue }
      if let finding = try ignoredValueFinding(state, folder, context) { return [finding] }
    }
    return []
  }

  /// Functions of a number that increase and decrease it.
  private static let changes: [@Sendable (Double) -> Double] = [
    { 1.25 * $0 + 1 }, { 0.75 * $0 - 1 }, { 0.75 * $0 + 0.125 },
  ]

  private static func isIgnored(
    _ key: String, _ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> Bool {
    for change in changes {
      guard let usual = state.properties[key], let value = changed(usual, by: change),
        let instance = try context.statefulInstance(folder)
      else { return false }
      var other = state
      other.properties[key] = value
      CrashRecord.note(activity: "restore() with other numbers in <\(key)>")
      guard instance.restore(other) == 0, instance.hosted.retrievedKeys.contains(key) else { return false }
      instance.activate()
      instance.settle()
      guard instance.save()?.properties[key] == usual else { return false }
    }
    return true
  }

  /// The value with other real numbers, or with other elements; nil for a value of another kind.
  private static func changed(
    _ property: StateSnapshot.Property?, by change: (Double) -> Double
  ) -> StateSnapshot.Property? {
    guard var property else { return nil }
    switch property.type {
    case URI.Atom.float where property.bytes.count == 4: replace(&property.bytes, from: 0, as: Float.self, change)
    case URI.Atom.vector where property.bytes.count > 8:
      let size: UInt32 = property.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      let type: UInt32 = property.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
      guard size == 4, InstanceUnderTest.map.uri(of: type) == URI.Atom.float else { return nil }
      replace(&property.bytes, from: 8, as: Float.self, change)
    default: return nil
    }
    return property
  }

  private static func replace<T: BinaryFloatingPoint & BitwiseCopyable>(
    _ bytes: inout [UInt8], from start: Int, as type: T.Type, _ change: (Double) -> Double
  ) {
    let size = MemoryLayout<T>.size
    bytes.withUnsafeMutableBytes { bytes in
      for offset in stride(from: start, through: bytes.count - size, by: size) {
        let number = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
        bytes.storeBytes(of: T(change(Double(number))), toByteOffset: offset, as: T.self)
      }
    }
  }
}
