import LV2Host
import Model
import Support
import TestHost

enum StateRoundtrip: PluginCheck {
  enum Message: MessageKind { case restoreError, saveError, missingKey, changedValue, otherRateError, otherRateOutput }

  static let id: CheckID = "state.roundtrip"
  static let text = CheckText(
    asserts: "A restored state is saved again without a change, and can be restored at another sample rate.",
    rule: "save() stores everything that is necessary to restore the state completely; with LV2_STATE_IS_PORTABLE, the "
      + "state is for use on another system",
    source: "lv2/state/state.h: LV2_State_Interface.save",
    method: "Saves the state, restores it into a fresh instance with the same controls, and saves again: first for the "
      + "initial state, then after controls, parameters, MIDI and noise changed the instance. Compares the values by "
      + "key and type. Restores states of two sample rates into instances at the other rate.",
    details:
      "The other rate is twice the rate of the run. There, restore() must succeed and the output must be finite. "
      + "The fresh instance is created at another time of day. Keys whose values change between two saves of the "
      + "same instance are not compared.",
    remedy: "Store every key in save(), read every key in restore(), and convert values without loss.",
    level: CheckLevel(5, "A loaded session sounds different from the saved one."),
    severities: [.error, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeSound()
    instance.activate()
    if let finding = try roundtrip("initial", of: instance, folder, context) { return .findings([finding]) }
    instance.randomizeState(context, for: id, file: file)
    if instance.save() == nil { return .skipped("save() returned an error") }
    return try .findings {
      try roundtrip("changed", of: instance, folder, context)
      try otherRateFinding(instance, folder, file, context)
    }
  }

  /// Restores the state of `instance` at twice its rate and the reverse; the first fault.
  private static func otherRateFinding(
    _ instance: InstanceUnderTest, _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> Finding? {
    var setup = InstanceSetup(context, \.stateDirectory, folder.path)
    setup.rate *= 2
    // life.instantiate reports an instance that is NULL.
    guard let saved = instance.save(), !saved.properties.isEmpty,
      let other = try unlessNull({ try context.activeInstance(setup) })
    else { return nil }
    other.randomizeState(context, for: id, file: file)
    other.settle()
    let states = [(instance, other.save(), other.setup.rate), (other, saved, instance.setup.rate)]
    for (target, state, rate) in states {
      guard let state, !state.properties.isEmpty else { continue }
      let rates = "at \(Int(target.setup.rate)) Hz, of a state that was saved at \(Int(rate)) Hz"
      CrashRecord.note(activity: "restore() \(rates)")
      let (status, place) = play(state, in: target, context)
      guard status != 0 || place != nil else { continue }
      // The state itself, not the rate, can be the cause: other checks are about that.
      let own = try context.statefulInstance(folder, rate: rate).map { play(state, in: $0, context) }
      guard own?.status == 0, own?.place == nil else { continue }
      if status != 0 {
        return finding(
          .otherRateError, .warning, "restore() returned the error \(status) \(rates); expected success.",
          call: "restore()", seed: context.seed)
      }
      if let place {
        return outputFinding(
          .otherRateOutput, .error, place.port, context, "is \(place.value.text) after restore() \(rates).")
      }
    }
    return nil
  }

  /// What restore() returned, and the first sample of noise after it that is not finite.
  private static func play(
    _ state: StateSnapshot, in instance: InstanceUnderTest, _ context: PluginContext
  ) -> (status: UInt32, place: Recording.Place?) {
    if instance.hosted.isActive { instance.deactivate() }
    let status = instance.restore(state)
    instance.setDefaults()
    instance.activate()
    instance.settle()
    return (status, instance.play(context.noise, frames: 4096).firstNonfinite)
  }

  /// The first difference if the state is saved, restored into a fresh instance and saved again; nil without one.
  private static func roundtrip(
    _ state: String, of instance: InstanceUnderTest, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> Finding? {
    func fault(_ message: Message, about subject: String? = nil, _ text: String) -> Finding {
      finding(message, .warning, about: subject, "\(text) (\(state) state).", call: "restore()", seed: context.seed)
    }
    instance.settle()
    // A plug-in can return an error if it has nothing to save yet.
    guard let saved = instance.save(), !saved.properties.isEmpty else { return nil }
    instance.settle()
    context.changeTimeOfDay()
    guard let later = instance.save(), let fresh = try context.statefulInstance(folder) else { return nil }
    fresh.copyControls(from: instance)
    let status = fresh.restore(saved)
    guard status == 0 else {
      return fault(.restoreError, "restore() returned the error \(status) for the properties that save() stored")
    }
    fresh.activate()
    fresh.settle()
    guard let again = fresh.save() else { return fault(.saveError, "save() returned an error after restore()") }
    let stable = saved.properties.filter { later.properties[$0.key] == $0.value }
    let changed = stable.filter { again.properties[$0.key]?.shared != $0.value.shared }.sorted { $0.key < $1.key }
    guard let first = changed.first else { return nil }
    let more = changed.count > 1 ? ", and \(changed.count - 1) other properties changed too" : ""
    guard let value = again.properties[first.key] else {
      return fault(.missingKey, about: first.key, "save() after restore() did not store <\(first.key)>\(more)")
    }
    let same = zip(first.value.bytes, value.bytes).prefix { $0 == $1 }.count
    return fault(
      .changedValue, about: first.key,
      "save() after restore() stored <\(first.key)> as \(value.text(after: same)), but it was restored as "
        + "\(first.value.text(after: same))\(more)")
  }
}

extension StateSnapshot.Property {
  /// The value; that of a path, without the folder of the instance in which it creates its files.
  fileprivate var shared: Self {
    guard type == URI.Atom.path, let slash = bytes.firstIndex(of: UInt8(ascii: "/")), slash > 0,
      bytes[..<slash].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return self }
    var value = self
    value.bytes.removeFirst(slash + 1)
    return value
  }

  /// The value as text; of a long text, the part after `same` bytes, where it differs from another.
  fileprivate func text(after same: Int) -> String {
    func number<T: BitwiseCopyable>(_: T.Type) -> String? {
      bytes.count == MemoryLayout<T>.size ? bytes.withUnsafeBytes { "\($0.loadUnaligned(as: T.self))" } : nil
    }
    let text: String? =
      switch type {
      case URI.Atom.float: number(Float.self)
      case URI.Atom.double: number(Double.self)
      case URI.Atom.int, URI.Atom.bool: number(Int32.self)
      case URI.Atom.long: number(Int64.self)
      case URI.Atom.string, URI.Atom.path, URI.Atom.uri:
        "'\(String(decoding: bytes.dropFirst(max(0, same - 12)).prefix(40).prefix { $0 != 0 }, as: UTF8.self))'"
      default: nil
      }
    let place = bytes.indices.contains(same) ? ", with \(bytes[same]) at byte \(same)" : ""
    return "\(text ?? "\(bytes.count) bytes\(place)") (\(Vocabulary.short(type)))"
  }
}
