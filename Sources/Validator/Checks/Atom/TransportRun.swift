import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// A transport that moves in stretches, the last of which is compared: what a fresh instance plays in it.
struct TransportRun {
  /// A part of the run in which the transport moves at one speed.
  struct Stretch {
    /// In seconds.
    var duration: Double
    /// The beat at the start, counted from the start of the song; nil if the next stretch continues this one.
    var beat: Double?
    var tempo: Float
    var isRolling = true
  }

  /// What came before the compared position; empty for a transport that starts there.
  var history: [Stretch] = []
  /// The compared position, in bars.
  var bar = Self.bar
  /// At the compared position.
  var tempo = Self.tempo
  /// Whether keys are held from the first frame on, instead of the compared position.
  var holdsKeysBefore = false

  /// The frames of bars at one tempo differ from those of bars at the other.
  static let (bar, tempo, otherTempo): (Double, Float, Float) = (16, 150, 97)
  static let beatsPerBar: Double = 4
  /// In beats: neither a binary fraction nor a multiple of a tick.
  static let fraction = 3.0 / 7

  /// How the host sends positions, and how long the plug-in has time before the comparison.
  struct Manner {
    /// Whether the position is sent at the start of each block, instead of each change only.
    var isContinual = false
    /// In bars: the time from the compared position to the recording.
    var settling = 1.0
    /// In bars: the recording.
    var recorded = 1.5
    /// In bars: added to the compared position.
    var offset = 0.0

    static let immediate = [Manner(), Manner(isContinual: true)]
    /// Also from a fraction of a beat on: a float holds the beat of a bar exactly, however late.
    static let late = immediate + [Manner(offset: fraction / beatsPerBar)]
    /// Too short for a comparison, but long enough to show whether the transport matters.
    static let brief = Manner(settling: 0.25, recorded: 1)

    /// The same with a long time.
    var patient: Manner { Manner(isContinual: isContinual, settling: 5, offset: offset) }
  }

  /// In frames: blocks that are longer than those of the run cost a plug-in for events less time.
  private static let blockLength = 1024

  /// The duration of a run, in seconds.
  static var duration: Double { 3.5 * barDuration }

  /// In seconds: of a bar at the compared tempo. The settling and the recording have the same frames at each tempo.
  static var barDuration: Double { beatsPerBar * 60 / Double(tempo) }

  /// What a fresh instance plays in the recorded bars.
  func take(_ setting: ControlSetting?, _ manner: Manner, _ context: PluginContext) throws -> Take {
    var setup = InstanceSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = max(context.blockLength, Self.blockLength) }
    let instance = try InstanceUnderTest(context, setup)
    var writer = TransportWriter(context, instance.configuration.maximumBlockLength, manner)
    let beat = (bar + manner.offset) * Self.beatsPerBar
    for (index, stretch) in history.enumerated() {
      let next = history.indices.contains(index + 1) ? history[index + 1].beat : beat
      writer.write(stretch, endingAt: next)
      if index == 0, holdsKeysBefore { writer.holdKeys() }
    }
    writer.write(Stretch(duration: manner.settling * Self.barDuration, beat: beat, tempo: tempo), endingAt: nil)
    if history.isEmpty || !holdsKeysBefore { writer.holdKeys() }
    writer.proceed(manner.recorded * Self.barDuration, context.noise)
    writer.playKeys()
    return instance.perform(Scenario(controls: setting?.controls ?? [], passages: writer.passages))
  }
}

/// Writes the passages of a run.
private struct TransportWriter {
  private(set) var passages: [Scenario.Passage] = []
  private let rate: Double
  private let block: Int
  private let isContinual: Bool
  private let hasKeys: Bool
  /// The state of the transport at the end of the last passage; its beat is counted from the start of the song.
  private var (beat, frame, tempo): (Double, Int64, Float) = (-1, 0, 120)

  private static let keys: [UInt8] = [48, 60, 64, 67]
  /// The key of short notes.
  private static let shortKey: UInt8 = 79
  /// In seconds: from one short note to the next.
  private static let noteInterval = 0.35

  init(_ context: PluginContext, _ block: Int, _ manner: TransportRun.Manner) {
    rate = context.rate
    self.block = block
    isContinual = manner.isContinual
    hasKeys = context.plugin.midiInput != nil
  }

  /// Appends a silent stretch of whole blocks.
  ///
  /// - Parameter end: the beat at its end, if the stretch has no beat at its start.
  mutating func write(_ stretch: TransportRun.Stretch, endingAt end: Double?) {
    let frames = wholeBlocks(stretch.duration)
    let beats = Double(frames) / rate * Double(stretch.tempo) / 60
    if let start = stretch.beat {
      // After a stretch that ends here, the frames are those of the tempo before.
      if abs(start - beat) > 1e-6 { frame = Int64((start * 60 / Double(stretch.tempo) * rate).rounded()) }
      beat = start
    } else if let end {
      beat = end - beats
      frame = Int64((end * 60 / Double(stretch.tempo) * rate).rounded()) - Int64(frames)
    }
    tempo = stretch.tempo
    append(frames, .silence, isRolling: stretch.isRolling, isChange: true)
  }

  /// Appends a part in which the transport continues.
  mutating func proceed(_ seconds: Double, _ signal: Signal) {
    append(wholeBlocks(seconds), signal, isRolling: true, isChange: false)
  }

  /// Presses keys at the start of the last passage.
  mutating func holdKeys() {
    guard hasKeys, !passages.isEmpty else { return }
    let presses = Self.keys.map { Scenario.Event(0, .midi([0x90, $0, 100])) }
    let last = passages.count - 1
    let index = passages[last].score.firstIndex { $0.frame > 0 } ?? passages[last].score.count
    passages[last].score.insert(contentsOf: presses, at: index)
  }

  /// Plays short notes in the last passage, for plug-ins that delay them.
  mutating func playKeys() {
    guard hasKeys, !passages.isEmpty else { return }
    let (last, step) = (passages.count - 1, Int(Self.noteInterval * rate))
    let notes = stride(from: step / 2, to: passages[last].frames - step, by: step).flatMap { frame in
      [
        Scenario.Event(frame, .midi([0x90, Self.shortKey, 100])),
        Scenario.Event(frame + step / 2, .midi([0x80, Self.shortKey, 64])),
      ]
    }
    // The order of what happens in one frame does not matter.
    passages[last].score = (passages[last].score + notes).sorted { $0.frame < $1.frame }
  }

  private func wholeBlocks(_ seconds: Double) -> Int { Int((seconds * rate / Double(block)).rounded(.up)) * block }

  private mutating func append(_ frames: Int, _ signal: Signal, isRolling: Bool, isChange: Bool) {
    var score: [Scenario.Event] = []
    for start in stride(from: 0, to: frames, by: block) {
      if isContinual || isChange && start == 0 { score.append(.init(start, .transport(position(isRolling)))) }
      guard isRolling else { continue }
      beat += Double(block) / rate * Double(tempo) / 60
      frame += Int64(block)
    }
    passages.append(Scenario.Passage(signal, frames: frames, score: score))
  }

  private func position(_ isRolling: Bool) -> TransportPosition {
    var position = TransportPosition()
    // A rounding error must not give the last instant of the bar before.
    let beat = (beat * 1e6).rounded() / 1e6
    let bar = (beat / TransportRun.beatsPerBar).rounded(.down)
    position.bar = Int64(bar)
    position.barBeat = Float(beat - bar * TransportRun.beatsPerBar)
    position.frame = frame
    position.speed = isRolling ? 1 : 0
    position.beatsPerMinute = tempo
    return position
  }
}
