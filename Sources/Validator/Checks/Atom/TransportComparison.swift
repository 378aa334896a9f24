import Glibc
import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// Compares what instances play from one position of the transport on, at one setting.
struct TransportComparison {
  private typealias Stretch = TransportRun.Stretch

  private let context: PluginContext
  /// Nil for the defaults.
  private let setting: ControlSetting?

  private static let midi = InstanceUnderTest.map.id(of: URI.MIDI.event)
  /// In seconds: by how much messages of the same pattern may differ.
  private static let tolerance = 1e-3
  /// In dB relative to the peak: the largest difference of equal sounds, and the least one of different sounds.
  private static let (equal, different) = (-60.0, -20.0)
  /// The quietest sound that is compared, relative to full scale.
  private static let quiet: Float = 1e-3
  /// In bars: from the compared position to an equal one, which is also equal for patterns of 3, 5 and 7 bars.
  private static let (nextBar, lateBar, latestBar) = (420.0, 6720.0, 33600.0)

  init(_ context: PluginContext, _ setting: ControlSetting?) {
    self.context = context
    self.setting = setting
  }

  /// The same comparison in another context.
  func with(_ context: PluginContext) -> TransportComparison { TransportComparison(context, setting) }

  // MARK: Runs

  private static let started = TransportRun()
  private static let elsewhere = Stretch(duration: 0.9, beat: 22.6, tempo: TransportRun.tempo)
  private static let stopped = Stretch(duration: 0.2, beat: 24.85, tempo: TransportRun.tempo, isRolling: false)
  private static let slower = Stretch(duration: 2.3, beat: nil, tempo: TransportRun.otherTempo)

  private static let afterTempoChange = TransportRun(history: [slower])
  private static let afterRestart = TransportRun(history: [elsewhere, stopped])
  private static let afterJump = TransportRun(history: [elsewhere])
  private static let rolled = TransportRun(history: [
    Stretch(duration: 1.37 * TransportRun.barDuration, beat: nil, tempo: TransportRun.tempo)
  ])
  private static let later = TransportRun(bar: TransportRun.bar + nextBar)
  private static let lateInSong = TransportRun(bar: TransportRun.bar + latestBar)

  private func take(_ run: TransportRun, _ manner: TransportRun.Manner = .init()) throws -> Take {
    try run.take(setting, manner, context)
  }

  // MARK: Judging

  /// The kinds of finding that one comparison suggests, the most severe first; nil if the outputs are the same at
  /// another position and tempo, or random.
  func suspicions() throws -> [AtomTransport.Message]? {
    let other = TransportRun(bar: TransportRun.bar + 0.37, tempo: TransportRun.otherTempo)
    let brief = try take(Self.started, .brief)
    guard try !equals(take(other, .brief), brief), try equals(take(Self.started, .brief), brief) else { return nil }
    let expected = try take(Self.started)
    var kinds: [AtomTransport.Message] = []
    if try isExact(takeHolding(.init(), changes: true), takeHolding(.init(), changes: false)) {
      kinds.append(.tempoIgnored)
    }
    // A delay that glides to its new length may stay a fraction of a frame beside it: another sound, but not a fault.
    guard context.plugin.sendsMIDI else { return kinds }
    let together = TransportRun(history: [Self.elsewhere, Self.stopped, Self.slower])
    if try differs(take(together), expected) { kinds += [.afterRestart, .afterTempoChange] }
    if try differs(take(Self.afterJump), expected) { kinds.append(.afterJump) }
    let isLateDifferent = try TransportRun.Manner.late.contains { manner in
      try differs(take(Self.lateInSong, manner), take(Self.started, manner))
    }
    if isLateDifferent { kinds.append(.lateInSong) }
    return kinds
  }

  /// Whether the comparison of a kind is certain in each manner of sending positions; of late bars in one of them,
  /// because numbers that are sent or counted have other errors.
  func isCertain(_ message: AtomTransport.Message) throws -> Bool {
    try certainManner(message) != nil
  }

  /// The first manner in which the comparison of a kind is certain; nil if it is not.
  private func certainManner(_ message: AtomTransport.Message) throws -> TransportRun.Manner? {
    func holds(_ manner: TransportRun.Manner) throws -> Bool {
      try isCertain(message, manner) && isCertain(message, manner.patient)
    }
    if message == .lateInSong { return try TransportRun.Manner.late.first(where: holds) }
    return try TransportRun.Manner.immediate.allSatisfy(holds) ? TransportRun.Manner() : nil
  }

  /// Whether the comparison of a kind shows a difference, and the others that make it certain do not.
  private func isCertain(_ message: AtomTransport.Message, _ manner: TransportRun.Manner) throws -> Bool {
    if message == .tempoIgnored { return try ignoresTempo(manner) }
    let expected = try take(Self.started, manner)
    guard let run = Self.run(message), try differs(take(run, manner), expected) else { return false }
    return try equals(take(Self.rolled, manner), expected) && equals(take(Self.later, manner), expected)
      && equals(take(Self.started, manner), expected)
  }

  private static func run(_ message: AtomTransport.Message) -> TransportRun? {
    switch message {
    case .tempoIgnored: nil
    case .afterTempoChange: afterTempoChange
    case .afterRestart: afterRestart
    case .afterJump: afterJump
    case .lateInSong: lateInSong
    }
  }

  private func ignoresTempo(_ manner: TransportRun.Manner) throws -> Bool {
    let changed = try takeHolding(manner, changes: true)
    guard try isExact(changed, takeHolding(manner, changes: false)) else { return false }
    let steady = try [TransportRun.tempo, TransportRun.otherTempo].map { tempo in
      try take(TransportRun(tempo: tempo, holdsKeysBefore: true), manner)
    }
    return differs(steady[0], steady[1]) && differs(changed, steady[0])
  }

  /// What an instance plays with keys held, after the tempo changed or did not change.
  private func takeHolding(_ manner: TransportRun.Manner, changes: Bool) throws -> Take {
    try take(
      TransportRun(
        history: [Self.slower], tempo: changes ? TransportRun.tempo : TransportRun.otherTempo, holdsKeysBefore: true),
      manner)
  }

  // MARK: Differences

  /// Whether both takes have the same frames, as far as they go; the tempo determines their length.
  private func isExact(_ one: Take, _ other: Take) -> Bool {
    let frames = min(one.frames, other.frames)
    func messages(_ take: Take) -> [Take.Event] { take.events.filter { $0.type == Self.midi && $0.frame < frames } }
    guard messages(one) == messages(other) else { return false }
    guard !context.plugin.sendsMIDI else { return !messages(one).isEmpty }
    return one.audio.peak > Self.quiet
      && zip(one.audio.channels, other.audio.channels).allSatisfy { $0.prefix(frames) == $1.prefix(frames) }
  }

  private func differs(_ take: Take, _ expected: Take) -> Bool {
    if context.plugin.sendsMIDI { return difference(take, expected) != nil }
    return level(take, expected).map { $0 > Self.different } ?? false
  }

  private func equals(_ take: Take, _ expected: Take) -> Bool {
    if context.plugin.sendsMIDI { return difference(take, expected) == nil }
    return level(take, expected).map { $0 < Self.equal } ?? true
  }

  private func difference(_ take: Take, _ expected: Take) -> PatternDifference? {
    PatternDifference(take, from: expected, midi: Self.midi, tolerance: Int(Self.tolerance * context.rate))
  }

  /// In dB relative to the peak; nil if a sound is quiet or not finite.
  private func level(_ take: Take, _ expected: Take) -> Double? {
    guard take.audio.firstNonfinite == nil, expected.audio.firstNonfinite == nil else { return nil }
    let peak = max(take.audio.peak, expected.audio.peak)
    guard peak > Self.quiet else { return nil }
    let largest = zip(take.audio.channels, expected.audio.channels).map { one, other in
      zip(one, other).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    }
    return 20 * log10(Double((largest.max() ?? 0) / peak))
  }

  // MARK: Findings

  /// The finding of a kind; nil if the comparison is not certain.
  func finding(_ message: AtomTransport.Message) throws -> Finding? {
    guard let manner = try certainManner(message) else { return nil }
    let run = Self.run(message) ?? Self.afterTempoChange
    let (expected, observed) = try (take(Self.started, manner), take(run, manner))
    let difference = context.plugin.sendsMIDI ? difference(observed, expected) : nil
    let port = difference?.event.port ?? observed.audio.ports.first
    let output = port.map { "output \(context.name($0))" } ?? "the output"
    let sending =
      manner.isContinual
      ? " The host sent the position in each block."
      : manner.offset > 0 ? " The transport started at 3/7 of a beat." : ""
    let condition = setting.map { " This occurred with \($0.description)." } ?? ""
    return AtomTransport.runFinding(
      message, about: port.map(context.symbol), context,
      "\(text(message, output)).\(detail(difference))\(sending)\(condition)", naming: [output],
      controls: setting?.controls)
  }

  private func text(_ message: AtomTransport.Message, _ output: String) -> String {
    let (old, new) = (Int(TransportRun.otherTempo), Int(TransportRun.tempo))
    return switch message {
    case .tempoIgnored:
      "After the tempo changed from \(old) to \(new) beats per minute, \(output) continues as at \(old); expected the "
        + "new tempo"
    case .afterTempoChange:
      "After a tempo change from \(old) to \(new) beats per minute, \(output) differs from an instance that starts at "
        + "the same position; expected no difference"
    case .afterRestart:
      "After a second start of the transport, \(output) differs from an instance that starts at the same position; "
        + "expected no difference"
    case .afterJump:
      "After a jump of the rolling transport, \(output) differs from an instance that starts at the same position; "
        + "expected no difference"
    case .lateInSong:
      "\(Int(Self.latestBar)) bars later, \(output) differs from the same bar early in the song; expected no difference"
    }
  }

  private func detail(_ difference: PatternDifference?) -> String {
    guard let difference else { return "" }
    let message = MIDIText.text(difference.event)
    return difference.isMissing
      ? " The first expected message that is missing is \(message) of the next bar."
      : " The first message that was not expected is \(message) of the next bar."
  }
}
