import LV2Host
import Model
import Support
import TestHost

enum StateRoundtrip: PluginCheck {
  enum Message: MessageKind {
    case restoreError, saveError, missingKey, changedValue, otherRateError, otherRateOutput, restoredOutput,
      outputAfterSave, ignoredValue

    var text: MessageText {
      switch self {
      case .restoreError:
        MessageText(
          .warning,
          rule: Rule(
            "The plug-in MAY assume a restored value was set by a previous call to save(); LV2_STATE_SUCCESS means that "
              + "restore() completed successfully",
            source: "lv2/state/state.h: LV2_State_Interface.restore, LV2_State_Status"),
          remedy: "Accept in restore() every type and value that save() stores, and return LV2_STATE_SUCCESS.")
      case .saveError:
        MessageText(
          .warning, rule: everything,
          remedy: "Complete save() also after restore(), and return LV2_STATE_SUCCESS from it.")
      case .missingKey:
        MessageText(
          .warning, rule: everything, remedy: "Store <{key}> in every call of save(), also after restore() set it.")
      case .changedValue:
        MessageText(
          .warning, rule: everything,
          remedy: "Read <{key}> with retrieve() in restore() and set the value from it, without a loss of precision.")
      case .otherRateError:
        MessageText(
          .warning, rule: otherMachine,
          remedy:
            "Accept values of {another rate} in restore(): store seconds and hertz, or convert what depends on the rate."
        )
      case .otherRateOutput:
        MessageText(
          .error, rule: otherMachine,
          remedy: "Store seconds and hertz in save(), and compute coefficients and lengths for {the rate} from them in "
            + "restore().")
      case .restoredOutput:
        MessageText(
          .warning, rule: everything,
          remedy:
            "Compute in restore() everything that depends on the restored values, as when {the parameters} change.")
      case .outputAfterSave:
        MessageText(
          .warning,
          rule: Rule(
            "\"The host can use the contained function pointers to save and restore the state of a plugin instance at "
              + "any time\"", source: "lv2/state/state.h: LV2_State_Interface"),
          remedy: "Change nothing in save() that run() uses.")
      case .ignoredValue:
        MessageText(
          .note, rule: everything,
          remedy:
            "Compare the type and the size of <{key}> in restore() with those that save() stores: the body of an "
            + "atom:Vector begins with 8 bytes for the size and the type of its elements.")
      }
    }
  }

  private static let everything = Rule(
    "The plug-in is expected to store everything necessary to completely restore its state later",
    source: "lv2/state/state.h: LV2_State_Interface.save")
  private static let otherMachine = Rule(
    "Plug-ins SHOULD consider the possibility of state being restored much later on a different machine",
    source: "lv2/state/state.h: LV2_State_Interface.save")

  static let id: CheckID = "state.roundtrip"
  static let answersFor: Set<EndSubject> = [.call("save()"), .call("restore()")]
  static let text = CheckText(
    asserts: "A restored state is saved again without a change, and can be restored at another sample rate.",
    method: "Saves the state, restores it into a fresh instance with the same controls, and saves again: first for the "
      + "initial state, then after controls, parameters, MIDI and noise changed the instance, then of presets. "
      + "Compares the values by key and type. Restores states of two sample rates into instances at the other rate.",
    details:
      "If nothing is saved then, or the initial state, noise is played at each position of each switch until something else is. "
      + "The other rate is twice the rate of the run. There, restore() must succeed and the output must be finite. "
      + "The fresh instance is created at another time of day. A state with the path of a file that does not exist is "
      + "restored and saved. Keys whose values change between two saves of the "
      + "same instance are not compared. Parameters are set by patch:Set to the same values in two instances, and one of "
      + "them is saved in the middle of noise; both must continue equally. The state is restored into fresh instances. "
      + "After a reset of all, their output for noise must be that of the saved ones, up to -60 dB. Real numbers and "
      + "vectors that nothing changed are restored with larger and with smaller values; if save() stores the old ones both "
      + "times, that is a note. At most 4 presets with a state are drawn by the seed.",
    level: CheckLevel(5, "A loaded session sounds different from the saved one."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeFile(for: context)
    instance.activate()
    if let finding = try roundtrip(.initial, of: instance, folder, context) { return .findings([finding]) }
    let initial = instance.save()
    instance.randomizeState(context, for: id, file: file)
    instance.learn(context, since: initial)
    guard let state = instance.save() else { return .skipped("save() returned an error") }
    try StateOrders.saveWithoutFiles(state, folder, context)
    return try .findings {
      try roundtrip(.changed, of: instance, folder, context)
      try otherRateFinding(instance, folder, file, context)
      try soundFindings(folder, file, context)
      try ignoredValueFinding(state, folder, context)
      try presetFindings(folder, context)
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
          .otherRateError, "restore() returned the error \(status) \(rates); expected success.",
          naming: ["\(Int(rate)) Hz"], call: "restore()", seed: context.seed)
      }
      if let place {
        return outputFinding(
          .otherRateOutput, place.port, context,
          "is \(place.value.text) after restore() \(rates); expected finite samples.",
          naming: ["\(Int(target.setup.rate)) Hz"])
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
  static func roundtrip(
    _ origin: Origin, of instance: InstanceUnderTest, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> Finding? {
    func fault(_ message: Message, about subject: String? = nil, _ text: String, naming names: [String] = []) -> Finding
    {
      finding(
        message, about: subject, "\(text) \(origin.sentence)", naming: names, call: "restore()", seed: context.seed)
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
      return fault(
        .restoreError,
        "restore() returned the error \(status) for \(saved.properties.count.counted("property")) that save() stored; "
          + "expected success.")
    }
    fresh.activate()
    fresh.settle()
    guard let again = fresh.save() else {
      return fault(.saveError, "save() returned an error after restore(); expected success as before restore().")
    }
    let stable = saved.properties.filter { later.properties[$0.key] == $0.value }
    let changed = stable.filter { again.properties[$0.key]?.shared != $0.value.shared }.sorted { $0.key < $1.key }
    guard let (key, value) = changed.first else { return nil }
    let others = changed.count - 1
    let more = others > 0 ? " \(others.counted("other property")) changed too." : ""
    guard let restored = again.properties[key] else {
      return fault(
        .missingKey, about: key, "save() stored <\(key)>, but not after restore() into a new instance.\(more)",
        naming: [key])
    }
    let same = zip(value.bytes, restored.bytes).prefix { $0 == $1 }.count
    let (before, after) = (value.text(after: same), restored.text(after: same))
    let types = [value, restored].map { value.type == restored.type ? "" : " (\(Vocabulary.short($0.type)))" }
    return fault(
      .changedValue, about: key,
      "save() stored <\(key)> as \(before)\(types[0]), but as \(after)\(types[1]) after restore() into a new "
        + "instance.\(more)", naming: [key])
  }

  /// The state that is saved and restored.
  enum Origin {
    case initial, changed
    /// A preset with this label.
    case preset(String)

    /// The sentence that ends a message.
    fileprivate var sentence: String {
      switch self {
      case .initial: "The state was that of a new instance."
      case .changed: "Controls, parameters, MIDI and noise had changed the state before."
      case .preset(let label): "The state was that of the preset '\(label)'."
      }
    }
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
    func real<T: BinaryFloatingPoint & CustomStringConvertible & BitwiseCopyable>(_: T.Type) -> String? {
      bytes.count == MemoryLayout<T>.size ? bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self).text } : nil
    }
    let text: String? =
      switch type {
      case URI.Atom.float: real(Float.self)
      case URI.Atom.double: real(Double.self)
      case URI.Atom.int, URI.Atom.bool: number(Int32.self)
      case URI.Atom.long: number(Int64.self)
      case URI.Atom.string, URI.Atom.path, URI.Atom.uri:
        "'\(String(decoding: bytes.dropFirst(max(0, same - 12)).prefix(40).prefix { $0 != 0 }, as: UTF8.self))'"
      default: nil
      }
    let place = bytes.indices.contains(same) ? ", with \(bytes[same]) at byte \(same)" : ""
    return text ?? "\(bytes.count.counted("byte"))\(place)"
  }
}
