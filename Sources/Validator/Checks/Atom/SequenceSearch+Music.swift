import Judges
import LV2Host
import Model
import Scenarios
import TestHost

extension SequenceSearch {
  /// Plays music in several block lengths at the defaults.
  func playMusic() {
    instance.deactivate()
    guard playsMusic else { return playBursts() }
    for blocks in blockLengths { play(blocks: blocks, setting: nil) { $0.everything() } }
  }

  /// Plays music at other settings, if an output supports MIDI.
  func playSettings() {
    guard playsMusic, context.plugin.sendsMIDI else { return }
    var music = newScore(in: instance.configuration.maximumBlockLength)
    music.everything()
    for (index, setting) in context.sweep(seconds: Double(music.length) / context.rate, for: AtomOutput.id).enumerated()
    {
      play(blocks: index % 2 == 0 ? [] : [64], setting: setting) { $0.everything() }
    }
  }

  /// Plays music with the parameters that the plug-in has kept, and system exclusive messages among notes: in several block
  /// lengths, the messages also at other settings.
  func playExclusives() {
    instance.deactivate()
    guard playsMusic else { return }
    for blocks in blockLengths { play(blocks: blocks, setting: nil) { $0.everything() } }
    for blocks in blockLengths { play(blocks: blocks, setting: nil) { $0.exclusives() } }
    guard canSend else { return }
    for setting in context.sweep(seconds: 1, for: AtomOutput.id) {
      play(blocks: [], setting: setting) { $0.exclusives() }
    }
  }

  /// Lets controls, keys, pedals, the transport and parameters move at random, together, in long and in short blocks.
  ///
  /// Notes may sound at the end: controls keep their last values, among which can be a latch.
  func playWalk(file: String) {
    let movable = Score.Movable(context, rate: context.rate, file: file)
    for blocks in [[], [64]] as [[Int]] {
      let longest = instance.configuration.maximumBlockLength
      let passage = Scenario.Passage.walk(
        context, moving: movable, block: min(longest, blocks.max() ?? longest), blocks: blocks,
        generator: context.generator(for: AtomOutput.id))
      listen(to: Scenario(passages: [passage]), nil)
    }
  }

  /// Plays a scenario and examines the events; notes must end too if all keys are released and no control moves.
  func examine(_ scenario: Scenario) {
    let setting = context.setting(of: scenario)
    guard scenario.endsAllNotes, !scenario.movesControls else { return listen(to: scenario, setting) }
    perform(scenario, setting)
    expectSilence(severity: setting == nil ? .warning : .note)
  }

  private var blockLengths: [[Int]] { [[], [64], [1, 17, 128]] }

  private func play(blocks: [Int], setting: ControlSetting?, _ write: (inout Score) -> Void) {
    var music = newScore(in: blocks.max() ?? instance.configuration.maximumBlockLength)
    write(&music)
    let controls = setting?.values.map { Finding.ControlValue(symbol: $0.port.symbol, value: $0.value) } ?? []
    let passage = Scenario.Passage(context.noise, frames: music.length, blocks: blocks, score: music.sorted)
    let scenario = Scenario(controls: controls, passages: [passage])
    if findings.contains(where: { $0.id == MessageID(AtomOutput.id, AtomOutput.Message.hangingNote) }) {
      // Hanging notes are known, and others would take long.
      return listen(to: scenario, setting)
    }
    examine(scenario)
  }

  /// In seconds: of the music in long blocks.
  private static let longDuration = 2.0

  /// Plays keys and a rolling transport in blocks of up to 8192 frames, each of which contains several steps of a sequencer,
  /// at the defaults and at other settings.
  func playLongBlocks() {
    instance.deactivate()
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
      listen(to: Scenario(controls: controls, passages: [passage]), setting)
    }
  }

  /// Plays a scenario and examines the events, whatever sounds at its end.
  private func listen(to scenario: Scenario, _ setting: ControlSetting?) {
    hear(scenario, setting)
    instance.deactivate()
  }

  /// Plays a scenario and examines the events; the instance stays active.
  private func hear(_ scenario: Scenario, _ setting: ControlSetting?) {
    begin(setting, movesControls: scenario.movesControls, music: scenario)
    instance.perform(scenario, reconnecting: false) { examine(frames: $0) }
  }

  /// In seconds: the silence at the end of all music, and how long a note hangs.
  private static let (silence, hanging) = (1.0, 6.0)
  /// In seconds: the silence that follows if the plug-in still plays then, and the longest one, in which the slowest delays end.
  private static let (patience, longestPatience) = (12.0, 60.0)
  /// The number of times that a plug-in gets more silence because it still plays, although no note hangs afterwards.
  private static let maximumVainSilences = 6
  /// In seconds: the processor time of the longest silence.
  private static let budget = 0.5

  /// Plays a scenario. If notes hang then, plays it in a fresh instance, in which no note sounds from the time before, and
  /// listens longer.
  func perform(_ scenario: Scenario, _ setting: ControlSetting?) {
    guard play(scenario, setting, patience: Self.patience), renew() else { return }
    let patience = min(Self.longestPatience, max(Self.patience, Self.budget / max(context.load, 1e-6)))
    guard play(scenario, setting, patience: patience) else { return }
    // For what follows; the notes that hang are known.
    _ = renew()
  }

  /// Plays a scenario, and again if notes hang then: a plug-in may end a note when its key is pressed again.
  ///
  /// - Returns: whether notes hang even then.
  private func play(_ scenario: Scenario, _ setting: ControlSetting?, patience: Double) -> Bool {
    hear(scenario, setting)
    // The scenario ends with a silence of 1 s.
    if hasHangingNotes(patience: patience) {
      for passage in scenario.passages { instance.perform(passage) { examine(frames: $0) } }
      _ = hasHangingNotes(patience: patience)
    }
    instance.deactivate()
    return !hangingNotes.isEmpty
  }

  /// Whether notes hang after the music and, if the plug-in still plays, more silence.
  ///
  /// A plug-in that always plays is known after a few times.
  private func hasHangingNotes(patience: Double) -> Bool {
    guard !sounding.notes.isEmpty || lastMessage > elapsed - frames(Self.silence) else { return false }
    guard vainSilences < Self.maximumVainSilences else { return !hangingNotes.isEmpty }
    var score = newScore(in: instance.configuration.maximumBlockLength)
    score.rest(seconds: patience)
    instance.stream(Scenario.Passage(frames: score.length)) { examine(frames: $0) }
    if hangingNotes.isEmpty { vainSilences += 1 }
    return !hangingNotes.isEmpty
  }

  /// The notes that have sounded for so long that they hang.
  var hangingNotes: [SoundingNotes.Note] { sounding.notes(since: elapsed - frames(Self.hanging)) }

  private func frames(_ seconds: Double) -> Int { Int(seconds * context.rate) }

  func newScore(in block: Int) -> Score {
    Score(
      rate: context.rate, block: min(block, instance.configuration.maximumBlockLength),
      generator: context.generator(for: AtomOutput.id))
  }

  /// Reports notes that still sound at the end of the music.
  private func expectSilence(severity: Severity) {
    for (port, notes) in Dictionary(grouping: hangingNotes, by: \.port).sorted(by: { $0.key < $1.key }) {
      add(
        AtomOutput.runFinding(
          .hangingNote, severity: severity, about: context.symbol(port), context,
          "Output \(context.name(port)) has \(text(notes)), but no note-off within 6 s, although all keys were released; "
            + "expected one.\(condition)",
          naming: ["output \(context.name(port))"], controls: setting?.controls))
    }
  }

  /// "the note-on of key 60 on channel 1 and 2 other notes".
  func text(_ notes: [SoundingNotes.Note]) -> String {
    guard let note = notes.min() else { return "no note" }
    let others = notes.count > 1 ? " and \((notes.count - 1).counted("other note"))" : ""
    return "the note-on of key \(note.key) on channel \(note.channel + 1)\(others)"
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
