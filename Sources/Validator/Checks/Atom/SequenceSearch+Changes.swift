import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// Controls that move while notes sound.
extension SequenceSearch {
  private static let movedControls = 16
  /// The values of a control that are tried.
  private static let values = 4
  /// The held keys, each with its channel: also the lowest and the highest, where loops over all of them end too early.
  private static let keys: [(key: UInt8, channel: UInt8)] = [
    (60, 0), (64, 0), (67, 0), (0, 0), (127, 0), (62, 15), (0, 15), (127, 15),
  ]

  private var controls: [PortDescription] {
    context.draw(context.plugin.movableControls, atMost: Self.movedControls, for: AtomOutput.id)
  }

  private func usual(of port: PortDescription) -> Float { port.initialValue(rate: context.rate) }

  // MARK: Keys

  /// Moves each control while keys are held, if an input receives them: to another value, and from that to the default.
  func moveControls() {
    guard playsMusic else { return }
    vainSilences = 0
    // Notes that hang without a change are not about the controls.
    playHeldKeys(nil)
    let others = Set(hangingNotes)
    for port in controls {
      guard let range = port.range(rate: context.rate) else { continue }
      let usual = usual(of: port)
      for value in port.testValues(in: range).prefix(Self.values) where value != usual {
        for (from, to) in [(usual, value), (value, usual)] {
          let change = ControlChange(symbol: port.symbol, from: from, to: to)
          if isReported(port) { continue }
          playHeldKeys(change)
          report(
            hangingNotes.filter { !others.contains($0) }, after: change,
            "within 6 s, although all keys were released; expected one. While they were held, '\(port.symbol)' changed from "
              + "\(from.text) to \(to.text).")
        }
      }
    }
  }

  private func playHeldKeys(_ change: ControlChange?) {
    var score = newScore(in: instance.configuration.maximumBlockLength)
    score.roll(from: 0)
    for (key, channel) in Self.keys { score.noteOn(key, channel: channel) }
    score.rest(seconds: 0.2)
    if let change { score.control(change.symbol, change.to) }
    score.rest(seconds: 0.1)
    for (key, channel) in Self.keys { score.noteOff(key, channel: channel) }
    score.rest()
    score.stop()
    score.rest()
    if let change { score.control(change.symbol, change.from) }
    score.rest(seconds: 1)
    let start = change.map { [Finding.ControlValue(symbol: $0.symbol, value: $0.from)] } ?? []
    let passage = Scenario.Passage(context.noise, frames: score.length, score: score.sorted)
    perform(Scenario(controls: start, passages: [passage]), nil)
  }

  /// Whether a change of the control is known to let notes hang.
  private func isReported(_ port: PortDescription) -> Bool {
    findings.contains {
      $0.id == MessageID(AtomOutput.id, AtomOutput.Message.hangingNoteAfterChange) && $0.subject == port.symbol
    }
  }

  /// - Parameter text: follows "but no note-off".
  private func report(_ notes: [SoundingNotes.Note], after change: ControlChange, _ text: String) {
    for (port, notes) in Dictionary(grouping: notes, by: \.port).sorted(by: { $0.key < $1.key }) {
      add(
        AtomOutput.runFinding(
          .hangingNoteAfterChange, about: change.symbol, context,
          "Output \(context.name(port)) has \(self.text(notes)), but no note-off \(text)",
          naming: ["output \(context.name(port))", "'\(change.symbol)'"]))
    }
  }

  // MARK: Sound

  /// In seconds: a change of a control at this time is inside a burst, and in most detectors of onsets inside a note.
  private static let (burst, changeInBurst) = (0.5, [0.01, 0.02, 0.04, 0.1])

  /// Plays bursts of sound to a plug-in that makes notes of sound, and moves each control during a burst.
  func playBursts() {
    let plugin = context.plugin
    guard plugin.hasAudioInput, plugin.sendsMIDI else { return }
    playBursts(nil, at: 0)
    // What begins in the first frame of a block is its end too.
    playBursts(nil, at: 0, block: 1)
    let others = Set(hangingNotes)
    for port in controls {
      guard let range = port.range(rate: context.rate) else { continue }
      for value in Set([range.lowerBound, range.upperBound]).sorted() where value != usual(of: port) {
        for time in Self.changeInBurst {
          let change = ControlChange(symbol: port.symbol, from: usual(of: port), to: value)
          if isReported(port) { continue }
          playBursts(change, at: time)
          report(
            hangingNotes.filter { !others.contains($0) }, after: change,
            "within 6 s, in silence; expected one. In a burst, '\(port.symbol)' was \(value.text) for \(Self.burst.text) s."
          )
        }
      }
    }
  }

  private func playBursts(_ change: ControlChange?, at time: Double, block: Int = 64) {
    var score = newScore(in: block)
    score.rest(seconds: Self.burst + time)
    if let change { score.control(change.symbol, change.to) }
    score.rest(seconds: Self.burst)
    if let change { score.control(change.symbol, change.from) }
    score.rest(seconds: Self.burst)
    var silence = newScore(in: block)
    silence.rest(seconds: 1)
    let passages = [
      Scenario.Passage(.bursts, frames: score.length, blocks: [block], score: score.sorted),
      Scenario.Passage(.silence, frames: silence.length, blocks: [block]),
    ]
    perform(Scenario(passages: passages), nil)
  }

  // MARK: Nothing

  /// In seconds: how long a generator is heard to find its notes, and after a change.
  private static let (listening, afterChange) = (20.0, 10.0)
  /// The number of positions of a switch, and the length of blocks in frames.
  private static let (positions, generatorBlock) = (12, 1024)

  /// Moves the switches of a plug-in that plays without any input, while the lowest and the highest channels and keys
  /// sound.
  ///
  /// A note from before the change hangs if the plug-in never begins it at the new value, and does not end it in 10 s.
  func playGenerator() {
    let plugin = context.plugin
    guard plugin.midiInput == nil, !plugin.receivesTransport, !plugin.hasAudioInput else { return }
    for port in controls where port.isSwitch {
      guard let range = port.range(rate: context.rate) else { continue }
      let values = port.testValues(in: range).prefix(Self.positions)
      for value in values {
        guard let next = ([usual(of: port)] + values).first(where: { $0 != value }) else { continue }
        let change = ControlChange(symbol: port.symbol, from: value, to: next)
        let expected = Set(notes(with: port, at: next).map(\.note))
        for moment in moments(of: notes(with: port, at: value)) {
          _ = notes(change, at: moment, seconds: Self.afterChange)
          report(
            sounding.notes(since: moment).filter { !expected.contains($0) }, after: change,
            "within \(Self.afterChange.text) s after '\(port.symbol)' changed from \(value.text) to \(next.text); expected "
              + "one. From the start with \(next.text), the plug-in does not play this note.")
        }
      }
    }
  }

  /// A note that sounded at the end of a block.
  private struct Heard {
    let note: SoundingNotes.Note
    /// The frame of the end of the block.
    let frame: Int
  }

  /// The notes of a generator with a switch at a value.
  private func notes(with port: PortDescription, at value: Float) -> [Heard] {
    notes(ControlChange(symbol: port.symbol, from: value, to: value), at: 0, seconds: Self.listening)
  }

  /// The notes of a generator at the ends of its blocks, before a change and in the seconds after it.
  private func notes(_ change: ControlChange, at frame: Int, seconds: Double) -> [Heard] {
    var score = newScore(in: Self.generatorBlock)
    score.rest(blocks: frame / Self.generatorBlock)
    score.control(change.symbol, change.to)
    score.rest(seconds: context.reduced(seconds))
    let passage = Scenario.Passage(frames: score.length, blocks: [Self.generatorBlock], score: score.sorted)
    let start = Finding.ControlValue(symbol: change.symbol, value: change.from)
    var heard: [Heard] = []
    begin(nil, movesControls: true)
    instance.perform(Scenario(controls: [start], passages: [passage]), reconnecting: false) {
      examine(frames: $0)
      heard += sounding.notes.map { Heard(note: $0, frame: elapsed) }
    }
    instance.deactivate()
    return heard
  }

  /// The frames at which the notes of the lowest and of the highest channel, and the lowest and the highest key, sound
  /// first.
  private func moments(of heard: [Heard]) -> [Int] {
    let channels = heard.map(\.note.channel)
    let keys = heard.map(\.note.key)
    let extremes = [
      heard.first { $0.note.channel == channels.min() }, heard.first { $0.note.channel == channels.max() },
      heard.first { $0.note.key == keys.min() }, heard.first { $0.note.key == keys.max() },
    ]
    return Set(extremes.compactMap { $0?.frame }).sorted()
  }
}
