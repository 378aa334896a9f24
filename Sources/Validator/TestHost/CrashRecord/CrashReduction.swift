import LV2Host
import Model

/// The settings that a crash or a hang needs, found by trying fewer and fewer of those at the end of the process.
package struct CrashReduction: Codable, Sendable {
  /// The value of a control input.
  package struct PortValue: Codable, Sendable {
    var port: Int
    var value: Float
  }

  /// The end of a process by a crash or a hang.
  package struct End: Codable, Sendable {
    /// The function of the plug-in, such as `run`.
    let call: String
    /// The values of control inputs.
    let values: [PortValue]
    /// The last value out of range that a control was set to; nil if none was.
    package let valueOutOfRange: Finding.ControlValue?
    /// The length of the blocks, in frames.
    let frames: Int
    /// The number of blocks after which the process ended.
    let blocks: Int
    /// The crash; nil for a call that does not return.
    let fault: Fault?
    /// Whether the crash is an access outside of a heap block: any instruction of the image can then make it.
    let isOfHeap: Bool
    /// Whether heap blocks were guarded.
    package let isGuarded: Bool

    package init(
      call: String, values: [PortValue], valueOutOfRange: Finding.ControlValue?, frames: Int, blocks: Int,
      fault: Fault?, isOfHeap: Bool, isGuarded: Bool
    ) {
      self.call = call
      self.values = values
      self.valueOutOfRange = valueOutOfRange
      self.frames = frames
      self.blocks = blocks
      self.fault = fault
      self.isOfHeap = isOfHeap
      self.isGuarded = isGuarded
    }
  }

  /// Whether a fresh instance ends with all values, and by the same fault.
  package private(set) var isReproduced = false
  /// Whether a fresh instance crashes at another instruction with the value out of range.
  private var crashesOtherwise = false
  /// Whether `text` states what a fresh instance needs.
  package var isExplained: Bool { isReproduced || crashesOtherwise }
  /// The control inputs without which a fresh instance does not end, with their values; all that differ from their
  /// defaults if it does not end at all; none if it ends by another fault only.
  package private(set) var controls: [Finding.ControlValue] = []
  /// The defaults of `controls` if they have to change during the sound; empty if they may have these values from the start.
  private var defaults: [Float] = []
  /// The length of the blocks, in frames.
  private let frames: Int
  /// The length of blocks in which the instance does not end; nil if it ends in blocks of the usual length too.
  private var harmlessFrames: Int?
  /// Whether the instance does not end without a note.
  private let needsNote: Bool
  /// The ranges of controls that are out of their range, by symbol.
  private var ranges: [String: String] = [:]
  /// The values out of range that an instance must have played before the end.
  private var past: [Finding.ControlValue] = []
  /// Whether the end is in a function that is called before or after run() and without regard to the controls.
  private let isOutsideOfRun: Bool

  /// - Parameters:
  ///   - past: the values out of range that the instance played, up to that of the end.
  ///   - code: the plug-in's code.
  package init(_ context: PluginContext, _ end: End, past: [ValueOutOfRange], code: PluginCode) {
    frames = end.frames
    isOutsideOfRun = !["run", "activate"].contains(end.call)
    let ports = context.plugin.ports(.control, .input)
    let initial = Dictionary(uniqueKeysWithValues: ports.map { ($0.index, $0.initialValue(rate: context.rate)) })
    var changed = end.values.filter { initial[$0.port].map { [value = $0.value] in $0 != value } ?? false }
    var attempts = SettingAttempts(context, end, code)
    isReproduced =
      attempts.ends(changed, frames) || attempts.ends(changed, frames, after: end.blocks)
      || attempts.endsFromStart(changed, frames)
      || attempts.ends(changed, frames, after: past)
    needsNote = isReproduced && context.plugin.midiInput != nil && !attempts.endsWithoutNote(changed, frames)
    if isReproduced {
      if attempts.ends([], frames) { changed = [] }
      changed.reduce { attempts.ends($0, frames) }
      for index in changed.indices { limit(&changed, index, &attempts, context) }
      if !changed.isEmpty, !attempts.ends(changed, frames, fromStart: true) {
        defaults = changed.map { initial[$0.port] ?? 0 }
      }
      let needed = attempts.shortestPast(changed, frames)
      self.past = needed.map { .init(symbol: context.symbol($0.port), value: $0.value, isStated: true) }
      for value in needed {
        let port = ports.first { $0.index == value.port }
        ranges[context.symbol(value.port)] = port?.range(rate: context.rate).map(Self.text) ?? ""
      }
      if frames > context.blockLength {
        harmlessFrames = attempts.harmlessLength(changed, from: frames, downTo: context.blockLength)
      } else if frames < context.blockLength, attempts.returns(changed, context.blockLength) {
        harmlessFrames = context.blockLength
      }
    } else if attempts.endedOtherwise {
      crashesOtherwise = end.valueOutOfRange != nil && changed.count == 1
      if crashesOtherwise { limit(&changed, 0, &attempts, context) } else { changed = [] }
    }
    controls = changed.map { .init(symbol: context.symbol($0.port), value: $0.value, isStated: isExplained) }
  }

  private static func text(of range: ClosedRange<Float>) -> String {
    " (range \(range.lowerBound) to \(range.upperBound))"
  }

  /// Replaces a value out of its range by the next one within it, if the instance ends with that too.
  private mutating func limit(
    _ values: inout [PortValue], _ index: Int, _ attempts: inout SettingAttempts, _ context: PluginContext
  ) {
    guard let port = context.plugin.ports.first(where: { $0.index == values[index].port }),
      let range = port.range(rate: context.rate), !range.contains(values[index].value)
    else { return }
    var limited = values
    // The comparison is false for NaN.
    limited[index].value = values[index].value > range.upperBound ? range.upperBound : range.lowerBound
    if attempts.ends(limited, frames) {
      values = limited
    } else {
      ranges[port.symbol] = Self.text(of: range)
    }
  }

  /// Whether the instance ends although all controls are within their ranges.
  package var isWithinRanges: Bool { isReproduced && ranges.isEmpty }

  /// The sentence about the cause; empty if it was not found, or if every instance ends.
  package var text: String {
    if crashesOtherwise { return " A fresh instance crashes at another instruction \(setting)." }
    guard isReproduced, !(isOutsideOfRun && controls.isEmpty && past.isEmpty) else { return "" }
    let length =
      harmlessFrames.map { ", in blocks of \(frames) frame\(frames == 1 ? "" : "s") but not of \($0)" } ?? ""
    let note = needsNote ? ", while it plays a note" : ""
    return " A fresh instance does the same \(history)\(setting)\(length)\(note)."
  }

  /// The values of the past, as a clause; empty if there are none.
  private var history: String {
    guard !past.isEmpty else { return "" }
    return "after it played with \(past.map(withRange).joined(separator: ", then with ")) and was activated again, "
  }

  private var setting: String {
    if controls.isEmpty { return "with all controls at their defaults" }
    if !defaults.isEmpty {
      let changes = zip(controls, defaults).map { ControlChange(symbol: $0.symbol, from: $1, to: $0.value).text }
      return "\(changes.joined(separator: " and ")), with other controls at their defaults"
    }
    return "with \(controls.map(withRange).joined(separator: ", ")), and other controls at their defaults"
  }

  private func withRange(_ control: Finding.ControlValue) -> String { control.text + (ranges[control.symbol] ?? "") }
}

/// Attempts to make the plug-in crash or hang, each in a copy of this process that has not loaded the plug-in before.
private struct SettingAttempts {
  enum Result { case returned, sameEnd, otherEnd }

  /// The number of blocks at the defaults before the settings.
  private static let blocksBefore = 2
  /// The number of frames of long attempts: longer than the delay of nearly all echoes.
  private static let longFrames = 1 << 19
  /// In seconds: far longer than the blocks of a plug-in that does not hang.
  private static let patience = 2
  /// The duration of all attempts that hang or play many blocks.
  private static let budget = Duration.seconds(20)
  private static let usualBlocks = 8

  private let context: PluginContext
  private let end: CrashReduction.End
  private let code: PluginCode
  private var playsNote = true
  private var startsWithValues = false
  /// The values out of range that the instance plays before the values under test.
  private var past: [ValueOutOfRange] = []
  /// The number of blocks with the settings.
  private var blocks = usualBlocks
  private var isHang: Bool { end.fault == nil }
  /// Whether an attempt ended by another fault.
  private(set) var endedOtherwise = false
  private var spent = Duration.zero

  init(_ context: PluginContext, _ end: CrashReduction.End, _ code: PluginCode) {
    self.context = context
    self.end = end
    self.code = code
  }

  /// Whether a fresh instance crashes by the same fault, or hangs, with these values.
  ///
  /// - Parameter fromStart: whether the values are set before activate(), and not after some blocks at the defaults.
  mutating func ends(_ values: [CrashReduction.PortValue], _ frames: Int, fromStart: Bool = false) -> Bool {
    guard spent < Self.budget else { return false }
    let result = result(values, frames, fromStart: fromStart)
    if result == .otherEnd { endedOtherwise = true }
    return result == .sameEnd
  }

  /// Whether a fresh instance that does not crash in the usual number of blocks crashes in at least this number. Further
  /// attempts then play as many.
  mutating func ends(_ values: [CrashReduction.PortValue], _ frames: Int, after blocks: Int) -> Bool {
    guard !isHang, !endedOtherwise else { return false }
    self.blocks = min(max(blocks, Self.longFrames / frames), 2 * Self.longFrames / frames)
    return ends(values, frames)
  }

  /// Whether a fresh instance ends by the same fault if it has the values from the start. Further attempts then do the same.
  mutating func endsFromStart(_ values: [CrashReduction.PortValue], _ frames: Int) -> Bool {
    guard !isHang, !endedOtherwise else { return false }
    startsWithValues = true
    blocks = Self.usualBlocks
    return ends(values, frames)
  }

  /// Whether a fresh instance ends by the same fault after it played values out of range: those of the last control, or all.
  /// Further attempts then play them too.
  mutating func ends(_ values: [CrashReduction.PortValue], _ frames: Int, after past: [ValueOutOfRange]) -> Bool {
    guard !isHang, !endedOtherwise, let last = past.last else { return false }
    startsWithValues = false
    // The last value is part of the past if it was not set any more.
    let past = values.contains { $0.port == last.port } ? past.dropLast() : past
    for candidate in [past.filter { $0.port == last.port }, past] where !candidate.isEmpty {
      self.past = candidate
      if ends(values, frames) { return true }
    }
    self.past = []
    return false
  }

  /// The values of the past that a fresh instance needs.
  mutating func shortestPast(_ values: [CrashReduction.PortValue], _ frames: Int) -> [ValueOutOfRange] {
    var shortest = past
    shortest.reduce { part in
      past = part
      return ends(values, frames)
    }
    past = shortest
    return shortest
  }

  /// Whether a fresh instance ends by the same fault without a note. Further attempts then play none.
  mutating func endsWithoutNote(_ values: [CrashReduction.PortValue], _ frames: Int) -> Bool {
    playsNote = false
    playsNote = !ends(values, frames)
    return !playsNote
  }

  /// Whether a fresh instance does not end with these values.
  mutating func returns(_ values: [CrashReduction.PortValue], _ frames: Int) -> Bool {
    result(values, frames, fromStart: false) == .returned
  }

  /// The longest tested length of blocks in which a fresh instance does not end: a half, a quarter and so on of `frames`,
  /// or `shortest`; nil if it ends in all of them.
  mutating func harmlessLength(
    _ values: [CrashReduction.PortValue], from frames: Int, downTo shortest: Int
  ) -> Int? {
    var length = frames
    while length > shortest, spent < Self.budget {
      length = max(length / 2, shortest)
      if returns(values, length) { return length }
    }
    return nil
  }

  private mutating func result(_ values: [CrashReduction.PortValue], _ frames: Int, fromStart: Bool) -> Result {
    CrashRecord.note(activity: "looking for the cause of a crash")
    let timeout = isHang ? Self.patience : ForkedCopy.usualTimeout
    let start = ContinuousClock.now
    let copy = ForkedCopy(capacity: 0, timeout: timeout) { [self] _ in
      CrashRecord.catchCrashesOfCopy()
      try? play(values, frames, fromStart: fromStart)
      return []
    }
    let ended = copy.samples(0) == nil
    let crash = CrashRecord.takeCrash()
    if isHang && ended || blocks > Self.usualBlocks || !past.isEmpty { spent += ContinuousClock.now - start }
    guard ended else { return .returned }
    guard let fault = end.fault, let crash else { return isHang && crash == nil ? .sameEnd : .otherEnd }
    let isSame = Fault(crash, in: code).map {
      $0 == fault || end.isOfHeap && crash.heapHit != nil && $0.isInSameImage(as: fault)
    }
    return isSame ?? false ? .sameEnd : .otherEnd
  }

  /// Plays a long note, and a short one while the values are set.
  private func playNotes(_ instance: InstanceUnderTest, _ block: Int) {
    switch block {
    case 0: instance.sendMIDI([0x90, 60, 100])
    case Self.blocksBefore: instance.sendMIDI([0x90, 67, 100])
    case Self.blocksBefore + 2: instance.sendMIDI([0x80, 67, 64])
    default: break
    }
  }

  private func play(_ values: [CrashReduction.PortValue], _ frames: Int, fromStart: Bool) throws(HostError) {
    var setup = InstanceSetup(context)
    setup.blockLength = max(setup.blockLength, end.frames)
    let instance = try InstanceUnderTest(context, setup)
    func set() { for value in values { instance[control: value.port] = value.value } }
    for value in past { _ = value.play(in: instance, context.noise) }
    instance.setDefaults()
    let fromStart = fromStart || startsWithValues
    if fromStart { set() }
    instance.activate()
    let length = instance.configuration.isFixedBlockLength ? instance.configuration.maximumBlockLength : frames
    for block in 0..<Self.blocksBefore + blocks {
      if block == Self.blocksBefore { set() }
      instance.fill(.noise(amplitude: 0.5, seed: context.seed), from: block * length, count: length)
      instance.prepareAtoms()
      if playsNote { playNotes(instance, block) }
      instance.run(length)
    }
  }
}
