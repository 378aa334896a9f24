import LV2Host
import Model
import TestHost

/// Attempts to make the plug-in crash or hang, each in a copy of this process that has not loaded the plug-in before.
struct SettingAttempts {
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
  /// In hertz.
  private(set) var rate: Double
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
    rate = end.rate
  }

  /// Whether a fresh instance crashes by the same fault, or hangs, with these values.
  ///
  /// - Parameter fromStart: whether the values are set before activate(), and not after some blocks at the defaults.
  mutating func ends(_ values: [PortValue], _ frames: Int, fromStart: Bool = false) -> Bool {
    guard spent < Self.budget else { return false }
    let result = result(values, frames, fromStart: fromStart)
    if result == .otherEnd { endedOtherwise = true }
    return result == .sameEnd
  }

  /// Whether a fresh instance that does not crash in the usual number of blocks crashes in at least this number. Further
  /// attempts then play as many.
  mutating func ends(_ values: [PortValue], _ frames: Int, after blocks: Int) -> Bool {
    guard !isHang, !endedOtherwise else { return false }
    self.blocks = min(max(blocks, Self.longFrames / frames), 2 * Self.longFrames / frames)
    return ends(values, frames)
  }

  /// Whether a fresh instance ends by the same fault if it has the values from the start. Further attempts then do the same.
  mutating func endsFromStart(_ values: [PortValue], _ frames: Int) -> Bool {
    guard !isHang, !endedOtherwise else { return false }
    startsWithValues = true
    blocks = Self.usualBlocks
    return ends(values, frames)
  }

  /// Whether a fresh instance ends by the same fault after it played values out of range: those of the last control, or all.
  /// Further attempts then play them too.
  mutating func ends(_ values: [PortValue], _ frames: Int, after past: [ValueOutOfRange]) -> Bool {
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
  mutating func shortestPast(_ values: [PortValue], _ frames: Int) -> [ValueOutOfRange] {
    var shortest = past
    shortest.reduce { part in
      past = part
      return ends(values, frames)
    }
    past = shortest
    return shortest
  }

  /// Whether a fresh instance ends by the same fault without a note. Further attempts then play none.
  mutating func endsWithoutNote(_ values: [PortValue], _ frames: Int) -> Bool {
    playsNote = false
    playsNote = !ends(values, frames)
    return !playsNote
  }

  /// Whether a fresh instance ends by the same fault at this rate, in hertz.
  mutating func ends(_ values: [PortValue], _ frames: Int, at rate: Double) -> Bool {
    let usual = self.rate
    self.rate = rate
    defer { self.rate = usual }
    return ends(values, frames)
  }

  /// Whether a fresh instance does not end with these values.
  mutating func returns(_ values: [PortValue], _ frames: Int) -> Bool {
    result(values, frames, fromStart: false) == .returned
  }

  /// The longest tested length of blocks in which a fresh instance does not end: a half, a quarter and so on of `frames`,
  /// or `shortest`; nil if it ends in all of them.
  mutating func harmlessLength(
    _ values: [PortValue], from frames: Int, downTo shortest: Int
  ) -> Int? {
    var length = frames
    while length > shortest, spent < Self.budget {
      length = max(length / 2, shortest)
      if returns(values, length) { return length }
    }
    return nil
  }

  private mutating func result(_ values: [PortValue], _ frames: Int, fromStart: Bool) -> Result {
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

  private func play(_ values: [PortValue], _ frames: Int, fromStart: Bool) throws(HostError) {
    var setup = InstanceSetup(context)
    setup.blockLength = max(setup.blockLength, end.frames)
    setup.rate = rate
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
