import LV2Host
import Model
import Scenarios
import TestHost

extension SequenceSearch {
  private static let movedControls = 16

  /// Plays music in several block lengths at the defaults, and at other settings if an output supports MIDI.
  func playMusic() {
    let plugin = context.plugin
    instance.deactivate()
    guard plugin.midiInput != nil || plugin.receivesTransport else { return playBursts() }
    let longest = instance.configuration.maximumBlockLength
    for blocks in [[], [64], [1, 17, 128]] { play(music(in: blocks.max() ?? longest), blocks: blocks, setting: nil) }
    guard plugin.sendsMIDI else { return }
    let duration = Double(music(in: longest).length) / context.rate
    for (index, setting) in context.sweep(seconds: duration, for: AtomOutput.id).enumerated() {
      let blocks = index % 2 == 0 ? [] : [64]
      play(music(in: blocks.max() ?? longest), blocks: blocks, setting: setting)
    }
    for port in context.draw(plugin.movableControls, atMost: Self.movedControls, for: AtomOutput.id) { move(port) }
  }

  private func play(_ music: Score, blocks: [Int], setting: ControlSetting?) {
    let controls = setting?.values.map { Finding.ControlValue(symbol: $0.port.symbol, value: $0.value) } ?? []
    let passage = Scenario.Passage(context.noise, frames: music.length, blocks: blocks, score: music.sorted)
    perform(Scenario(controls: controls, passages: [passage]), setting)
    expectSilence(severity: setting == nil ? .warning : .note)
  }

  /// In seconds: of the music in long blocks.
  private static let longDuration = 2.0

  /// Plays keys and a rolling transport in blocks of up to 8192 frames, each of which contains several steps of a sequencer,
  /// at the defaults and at other settings.
  func playLongBlocks() {
    instance.deactivate()
    let plugin = context.plugin
    guard plugin.sendsMIDI else { return }
    let settings = context.sweep(seconds: Self.longDuration, for: AtomOutput.id).map(Optional.some)
    for (index, setting) in ([nil] + settings).enumerated() {
      var score = newScore(in: instance.configuration.maximumBlockLength)
      score.roll(from: 0, tempo: index % 3 == 1 ? 240 : 120)
      for key in [60, 64, 67] as [UInt8] { score.noteOn(key) }
      score.rest(seconds: context.reduced(Self.longDuration))
      for key in [60, 64, 67] as [UInt8] { score.noteOff(key) }
      score.stop()
      score.rest()
      let controls = setting?.values.map { Finding.ControlValue(symbol: $0.port.symbol, value: $0.value) } ?? []
      let passage = Scenario.Passage(context.noise, frames: score.length, score: score.sorted)
      begin(setting)
      instance.perform(Scenario(controls: controls, passages: [passage]), reconnecting: false) { examine(frames: $0) }
      instance.deactivate()
    }
  }

  /// In seconds: a change of a control at this time is inside a burst, and in most detectors of onsets inside a note.
  private static let (burst, changeInBurst) = (0.5, [0.01, 0.02, 0.04, 0.1])

  /// Plays bursts of sound to a plug-in that makes notes of sound, and moves each control during a burst.
  private func playBursts() {
    let plugin = context.plugin
    guard plugin.hasAudioInput,
      plugin.sendsMIDI
    else { return }
    func usual(of port: PortDescription) -> Float { port.initialValue(rate: context.rate) }
    func play(_ port: PortDescription?, to value: Float, at time: Double) {
      var score = newScore(in: 64)
      score.rest(seconds: Self.burst + time)
      if let port { score.control(port.symbol, value) }
      score.rest(seconds: Self.burst)
      if let port { score.control(port.symbol, usual(of: port)) }
      score.rest(seconds: Self.burst)
      var silence = newScore(in: 64)
      silence.rest(seconds: 1)
      let passages = [
        Scenario.Passage(.bursts, frames: score.length, blocks: [64], score: score.sorted),
        Scenario.Passage(.silence, frames: silence.length, blocks: [64]),
      ]
      begin(nil)
      instance.perform(Scenario(passages: passages), reconnecting: false) { examine(frames: $0) }
      instance.deactivate()
      let change = port.map { ControlChange(symbol: $0.symbol, from: usual(of: $0), to: value) }
      expectSilence(
        moved: change, after: "of silence", severity: .warning,
        during: "In a burst, '\(change?.symbol ?? "")' was \(value.text) for \(Self.burst.text) s.")
    }
    play(nil, to: 0, at: 0)
    for port in context.draw(plugin.movableControls, atMost: Self.movedControls, for: AtomOutput.id) {
      guard let range = port.range(rate: context.rate) else { continue }
      for value in Set([range.lowerBound, range.upperBound]).sorted() where value != usual(of: port) {
        for time in Self.changeInBurst { play(port, to: value, at: time) }
      }
    }
  }

  /// Moves a control while keys are held, and back after they were released.
  private func move(_ port: PortDescription) {
    guard let range = port.range(rate: context.rate) else { return }
    let usual = port.initialValue(rate: context.rate)
    for value in port.testValues(in: range).prefix(4) where value != usual {
      var score = newScore(in: instance.configuration.maximumBlockLength)
      score.roll(from: 0)
      for key in [60, 64, 67] as [UInt8] { score.noteOn(key) }
      score.rest(seconds: 0.2)
      score.control(port.symbol, value)
      score.rest(seconds: 0.1)
      for key in [60, 64, 67] as [UInt8] { score.noteOff(key) }
      score.rest()
      score.stop()
      score.rest()
      score.control(port.symbol, usual)
      score.rest(seconds: 1)
      let passage = Scenario.Passage(context.noise, frames: score.length, score: score.sorted)
      perform(Scenario(passages: [passage]), nil)
      expectSilence(moved: ControlChange(symbol: port.symbol, from: usual, to: value), severity: .warning)
    }
  }

  /// Plays a scenario, and again if notes still sound then: a plug-in may end a note when its key is pressed again.
  private func perform(_ scenario: Scenario, _ setting: ControlSetting?) {
    begin(setting)
    instance.perform(scenario, reconnecting: false) { examine(frames: $0) }
    if !sounding.notes.isEmpty {
      for passage in scenario.passages { instance.perform(passage) { examine(frames: $0) } }
    }
    instance.deactivate()
  }

  private func music(in block: Int) -> Score {
    var score = newScore(in: block)
    score.everything()
    return score
  }

  private func newScore(in block: Int) -> Score {
    Score(
      rate: context.rate, block: min(block, instance.configuration.maximumBlockLength),
      generator: context.generator(for: AtomOutput.id))
  }

  /// Reports notes that still sound at the end of the music.
  ///
  /// - Parameter change: of a control while the keys were held; the control has its default again.
  /// - Parameters:
  ///   - end: completes "no note-off within 1 s".
  ///   - sentence: what happened with the control.
  private func expectSilence(
    moved change: ControlChange? = nil, after end: String = "after the keys were released", severity: Severity,
    during sentence: String? = nil
  ) {
    for (port, notes) in Dictionary(grouping: sounding.notes, by: \.port).sorted(by: { $0.key < $1.key }) {
      guard let note = notes.min() else { continue }
      let others = notes.count > 1 ? " and \((notes.count - 1).counted("other note"))" : ""
      let condition =
        change.map { " " + (sentence ?? "While the keys were held, '\($0.symbol)' was \($0.to.text) for 0.1 s.") }
        ?? setting.map {
          " This occurred with \($0.description)."
        }
        ?? ""
      add(
        AtomOutput.runFinding(
          .hangingNote, severity: severity, about: context.symbol(port), context,
          "Output \(context.name(port)) has the note-on of key \(note.key) on channel \(note.channel + 1)\(others), but no "
            + "note-off within 1 s \(end); expected one.\(condition)",
          naming: ["output \(context.name(port))", change.map { "'\($0.symbol)'" } ?? "a control"],
          controls: setting?.controls))
    }
  }
}

extension PluginDescription {
  /// Whether an input supports the position of the transport.
  var receivesTransport: Bool {
    ports.contains { $0.supportsSequence && $0.isInput && $0.supports.contains(URI.Time.position) }
  }

  /// Whether the plug-in has an output for MIDI and an input that could influence it.
  var hasEventPath: Bool { sendsMIDI && (midiInput != nil || receivesTransport) }

  /// Whether an output supports MIDI.
  var sendsMIDI: Bool { sequencePorts(.output).contains { $0.supports.contains(URI.MIDI.event) } }
}
