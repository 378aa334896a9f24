import LV2Host
import Model
import Scenarios
import Support
import TestHost

/// Looks for controls on which no output depends.
///
/// An effect is a difference of any sample, control output or event between two runs from activate() on that differ in one control only. So
/// chance, a random generator for example, never makes a control look unused.
struct UnusedControlSearch {
  enum Verdict {
    case used
    /// The number of settings at which the plug-in gave a sound or events.
    case unused([PortDescription], settings: Int)
    /// With the reason.
    case unknown(String)
  }

  private let context: PluginContext
  /// An instance that activate() makes equal to a fresh one: many are slow to create. Nil for fresh ones.
  private var shared: InstanceUnderTest?
  private let start = ProcessSnapshot.threadTime
  private let clock = ContinuousClock.now

  /// In frames of a short sound, and in seconds of each part of a long one.
  private static let (short, long) = (8192, 0.5)
  /// Fewer settings with a sound prove nothing.
  private static let fewest = 4
  /// In seconds of processor time, for the short sounds and for all: afterwards, nothing is known.
  private static let budget = (short: 1.2, all: 3.5)
  /// An instance that takes long to create uses little processor time of this thread.
  private static let patience = Duration.seconds(8)
  /// The number of random settings of the controls that the sweep leaves.
  private static let further = 48
  /// -80 dBFS: an output whose peak is smaller is silent.
  private static let silent: Float = 1e-4
  /// Parts of names that say that nothing is expected, or that the interface alone needs the control.
  private static let excusedNames = [
    "unused", "dummy", "reserved", "deprecated", "obsolete", "not used", "n/a", "display", "view", "zoom", "show",
    "graph", "analy", "spectr", "visib", "hue",
  ]

  init(_ context: PluginContext) { self.context = context }

  /// The controls that a user expects to have an effect.
  var controls: [PortDescription] {
    let bypass = context.plugin.bypassControl?.port.index
    return context.plugin.movableControls.filter { port in
      port.index != bypass && !port.isDesignated(URI.Core.enabled)
        && port.range(rate: context.rate).map { $0.lowerBound < $0.upperBound } == true
        && !Self.excusedNames.contains { port.name.lowercased().contains($0) } && !isTap(port)
    }
  }

  /// Whether a control acts by the time between two presses.
  private func isTap(_ port: PortDescription) -> Bool {
    port.name.lowercased().split { !$0.isLetter }.contains("tap")
  }

  /// Plays short sounds at many settings, and long ones to what these leave.
  mutating func verdict() throws -> Verdict {
    // The settings that end the process are left out, and a control may matter at these only.
    guard !context.isContinuation else { return .unknown("the plug-in ends the process at other settings") }
    let defaults = ControlSetting(values: [])
    // The first instance can initialize what all share.
    let first = try takes(at: defaults)
    guard let usual = try takes(at: defaults) else { return .unknown("the plug-in schedules work") }
    guard try first == usual || takes(at: defaults) == usual else {
      return .unknown("the output of two equal runs differs")
    }
    shared = try context.activeInstance()
    for _ in 0..<2 where try takes(at: defaults) != usual { shared = nil }
    var (rest, all) = (controls, 0)
    for isLong in [false, true] {
      let seconds = isLong ? 5 * Self.long : Double(Self.short) / context.rate
      let sweep = context.sweep(seconds: 2 * seconds, for: ParamUnused.id)
      let count = try keepUnused(
        of: &rest, at: [defaults] + sweep + (isLong ? [] : randomSettings), isLong: isLong)
      if rest.isEmpty { return .used }
      guard hasTime(isLong: isLong) else { return .unknown("the time did not suffice for all settings") }
      guard count >= Self.fewest else { return .unknown("the plug-in is silent") }
      all += count
    }
    return .unused(rest, settings: all)
  }

  /// Settings of all controls: a filter, for example, that is on, has another type than the usual one, and a gain.
  private var randomSettings: [ControlSetting] {
    var generator = context.generator(for: ParamUnused.id)
    return (0..<Self.further).map { _ in context.randomSetting(of: controls, &generator) }
  }

  private func hasTime(isLong: Bool) -> Bool {
    ProcessSnapshot.threadTime - start < context.reduced(isLong ? Self.budget.all : Self.budget.short)
      && ContinuousClock.now - clock < Self.patience
  }

  /// Removes the controls that have an effect. Returns the number of settings with a sound.
  private mutating func keepUnused(
    of rest: inout [PortDescription], at settings: [ControlSetting], isLong: Bool
  ) throws -> Int {
    var sounding = 0
    for setting in settings where !rest.isEmpty && !context.plugin.isBypassed(at: setting) && hasTime(isLong: isLong) {
      guard var usual = try takes(at: setting, isLong: isLong), usual.contains(where: isSound) else { continue }
      sounding += 1
      // Nearly all have an effect at the first setting.
      if !isLong, sounding > 1, rest.count > 1,
        try takes(at: setting, moving(rest, at: setting)) == usual
      {
        continue
      }
      rest = try rest.filter { [rest] port in
        guard hasTime(isLong: isLong) else { return true }
        return try !isEffect(at: setting, &usual, isLong: isLong) { search, usual in
          isLong
            ? try search.hasLongEffect(port, among: rest, at: setting, usual)
            : try search.takes(at: setting, search.moving([port], at: setting)) != usual
        }
      }
    }
    return sounding
  }

  /// Whether takes differ from the usual ones because a control moved, and not because of what the shared instance keeps over
  /// activate(). If it keeps something, fresh instances play from now on, the usual takes too.
  private mutating func isEffect(
    at setting: ControlSetting, _ usual: inout [Take], isLong: Bool, _ differs: (Self, [Take]) throws -> Bool
  ) throws -> Bool {
    guard try differs(self, usual) else { return false }
    guard shared != nil, try takes(at: setting, isLong: isLong) != usual else { return true }
    shared = nil
    guard let fresh = try takes(at: setting, isLong: isLong) else { return true }
    usual = fresh
    return try differs(self, usual)
  }

  /// Whether a control that moves changes what the plug-in gives, or one that has another value while nothing else or every
  /// used control moves.
  ///
  /// A moving control has each value for a part of the music only.
  private func hasLongEffect(
    _ port: PortDescription, among unused: [PortDescription], at setting: ControlSetting, _ usual: [Take]
  ) throws -> Bool {
    let moving = moving([port], at: setting)
    if try takes(at: setting, moving, isLong: true) != usual { return true }
    let others = self.moving(
      controls.filter { control in !unused.contains { $0.index == control.index } }, at: setting)
    let besideMoves = others.isEmpty ? usual : try takes(at: setting, others, isLong: true) ?? usual
    for value in moving.flatMap({ $0.values.dropLast() }) where hasTime(isLong: true) {
      let still = [Move(port: port, values: [value])]
      if try takes(at: setting, still, isLong: true) != usual { return true }
      if !others.isEmpty, try takes(at: setting, others + still, isLong: true) != besideMoves {
        return true
      }
    }
    return false
  }

  /// Whether a take has sound or events.
  private func isSound(_ take: Take) -> Bool { take.audio.peak > Self.silent || !take.events.isEmpty }

  // MARK: Playing

  /// The values of a control, one after the other.
  private struct Move {
    let port: PortDescription
    let values: [Float]
  }

  /// What a fresh instance gives.
  ///
  /// - Parameter moves: of controls, before and during the sound.
  /// - Returns: nil if the plug-in schedules work.
  private func takes(at setting: ControlSetting, _ moves: [Move] = [], isLong: Bool = false) throws -> [Take]? {
    let fixed = setting.values.filter { value in !moves.contains { $0.port.index == value.port.index } }
    let instance = try instance(
      at: ControlSetting(values: fixed + moves.map { (port: $0.port, value: $0.values[0]) }))
    let takes = passages(isLong: isLong, latency: instance.usableLatency).map { passage in
      var passage = passage
      passage.score = (passage.score + events(of: moves, frames: passage.frames)).sorted { $0.frame < $1.frame }
      return instance.perform(passage)
    }
    return instance.hosted.features.worker.scheduleCount == 0 ? takes : nil
  }

  /// The shared instance, activated again, or a fresh one.
  private func instance(at setting: ControlSetting) throws -> InstanceUnderTest {
    guard let shared else { return try context.activeInstance(at: setting) }
    shared.deactivate()
    shared.setDefaults()
    setting.apply(to: shared)
    shared.activate()
    return shared
  }

  /// Each control moves to the values of its range other than the present one, the most distant one first, and back.
  private func moving(_ ports: [PortDescription], at setting: ControlSetting) -> [Move] {
    ports.compactMap { port in
      guard let range = port.range(rate: context.rate) else { return nil }
      let present = setting.values.last { $0.port.index == port.index }?.value ?? port.initialValue(rate: context.rate)
      let others = Set(port.offeredValues(in: range) + [port.value(at: 0.4, in: range)]).subtracting([present])
      let ordered = others.sorted { (abs($0 - present), $0) > (abs($1 - present), $1) }
      return Move(port: port, values: ordered + [present])
    }
  }

  private func events(of moves: [Move], frames: Int) -> [Scenario.Event] {
    moves.flatMap { move in
      move.values.indices.map { index in
        Scenario.Event(index * frames / move.values.count, .control(move.port.symbol, move.values[index]))
      }
    }
  }

  private func passages(isLong: Bool, latency: Int) -> [Scenario.Passage] {
    let seed = context.seed
    guard isLong else {
      let frames = Self.short + 2 * latency
      return [Scenario.Passage(.noise(amplitude: 0.5, seed: seed), frames: frames, score: held(frames))]
    }
    var music = Score(rate: context.rate, block: context.blockLength, generator: context.generator(for: ParamUnused.id))
    if context.plugin.midiInput != nil {
      music.everything()
      music.census()
      music.systemExclusive()
    }
    let frames = max(Int(Self.long * context.rate), music.length) + 2 * latency
    let first = Scenario.Passage(.noise(amplitude: 1, seed: seed), frames: frames, score: music.sorted)
    let quiet = [0.02, 0.001].map { Signal.noise(amplitude: $0, seed: seed) }
    let others = [.bursts, .fullScale] + quiet
    return [first] + others.map { Scenario.Passage($0, frames: Int(Self.long * context.rate), score: held(frames)) }
  }

  /// Keys that are held for a while, and a transport that rolls.
  private func held(_ frames: Int) -> [Scenario.Event] {
    UnusedInputSearch.opening
      + UnusedInputSearch.keys.map { Scenario.Event(frames / 2, .midi([0x80, $0, 64])) }
  }
}
