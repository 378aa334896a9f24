import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// Examines what a plug-in writes to its atom outputs, block by block.
final class SequenceSearch {
  private(set) var instance: InstanceUnderTest
  /// The first finding of each kind at each port; the others are counted.
  private(set) var findings: [Finding] = []
  /// The music up to each finding that occurred in music, by the index of the finding.
  private(set) var origins: [Int: Scenario] = [:]
  /// The present music; nil if something else is played.
  private var music: Scenario?
  let context: PluginContext
  private let setup: InstanceSetup
  private var outputs: [GuardedSequence]
  /// The controls that differ from their defaults in the present music.
  private(set) var setting: ControlSetting?
  /// Whether all controls and parameters have their defaults during the present music.
  private var isUsual = true
  /// Whether the parameters that the plug-in keeps have random values.
  private var hasRandomState = false
  /// Whether a state was restored.
  var isRestored = false
  private(set) var sounding = SoundingNotes()
  /// The number of frames since the start of the present music.
  private(set) var elapsed = 0
  /// The frame of the last MIDI message of the outputs in the present music.
  private(set) var lastMessage = Int.min
  /// Whether an output ever had a MIDI message.
  private var hasSent = false
  /// How often no note hung when the plug-in got more silence.
  var vainSilences = 0

  init(_ context: PluginContext, _ setup: InstanceSetup? = nil) throws(HostError) {
    self.context = context
    self.setup = setup ?? InstanceSetup(context)
    (instance, outputs) = try Self.guardedInstance(context, self.setup)
  }

  private static func guardedInstance(
    _ context: PluginContext, _ setup: InstanceSetup
  ) throws(HostError) -> (InstanceUnderTest, [GuardedSequence]) {
    let instance = try InstanceUnderTest(context, setup)
    return (instance, try instance.activateWithGuardedOutputs { _ in instance.configuration.sequenceSize })
  }

  /// Continues with a fresh instance, which is not active; returns whether there is one.
  func renew() -> Bool {
    guard let fresh = try? Self.guardedInstance(context, setup) else { return false }
    (instance, outputs) = fresh
    instance.deactivate()
    return true
  }

  /// Whether an input can influence the outputs: MIDI or the transport.
  var playsMusic: Bool { context.plugin.midiInput != nil || context.plugin.receivesTransport }

  /// Whether MIDI messages can depend on what is played. Many effects of sound have an output for messages and send none.
  var canSend: Bool { context.plugin.sendsMIDI && (hasSent || !playsMusic) }

  /// Plays noise and messages while parameters and controls have random values, which parameters keep.
  func playRandomState(file: String) {
    hasRandomState = true
    begin(nil)
    instance.activate(reconnecting: false)
    instance.randomizeState(context, for: AtomOutput.id, file: file) { examine() }
  }

  /// In seconds: of the noise, and of the signals after it, which fill the windows of meters.
  private static let (noiseDuration, levelDuration) = (0.25, 0.65)
  /// The number of times that noise is followed by an equal signal. What rounding leaves in a running sum is negative in half
  /// of them.
  private static let levelRounds = 12

  /// Plays noise, equal signals in all channels and silence, at the defaults and at other settings.
  ///
  /// Before that, it sends the messages with which interfaces request values.
  func playLevels() {
    announceInterface()
    func play(_ signal: Signal, _ seconds: Double) {
      let frames = Int(context.reduced(seconds) * context.rate)
      instance.play(signal, frames: frames, after: { _, length in self.examine(frames: length) })
    }
    let settings = context.sweep(seconds: Self.noiseDuration + Self.levelDuration, for: AtomOutput.id)
    for round in 0..<context.reduced(Self.levelRounds) {
      let setting = round % 2 == 1 && settings.indices.contains(round / 2) ? settings[round / 2] : nil
      begin(setting)
      (setting ?? ControlSetting(values: [])).apply(to: instance)
      play(.noise(amplitude: 0.5, seed: context.seed &+ UInt32(round)), Self.noiseDuration)
      play(round % 4 < 2 ? .fullScale : .dc(0.01), Self.levelDuration)
    }
    begin(nil)
    instance.setDefaults()
    play(.silence, Self.levelDuration)
  }

  /// Sends the plug-in's own messages whose names end in "on", such as those of an interface that opens.
  private func announceInterface() {
    let names = instance.announcements
    guard !names.isEmpty, !context.plugin.sequencePorts(.input).isEmpty else { return }
    for isBlank in [false, true] {
      CrashRecord.note(activity: "the message of an interface that opens")
      instance.fill(.silence, from: 0, count: instance.configuration.maximumBlockLength)
      instance.prepareAtoms()
      for name in names { instance.send(message: name, isBlank: isBlank) }
      instance.run(instance.configuration.maximumBlockLength)
      examine()
    }
    CrashRecord.note(activity: "")
  }

  func playShortBlocks() {
    instance.play(
      context.noise, frames: 8 * 1024, blocks: [1, 64, 3, 17],
      after: { _, length in self.examine(frames: length) })
  }

  /// Prepares the examination of music at a setting; at the defaults if it is nil.
  ///
  /// - Parameters:
  ///   - movesControls: whether the music itself moves controls.
  ///   - music: what is played; nil if it is not a scenario.
  func begin(_ setting: ControlSetting?, movesControls: Bool = false, music: Scenario? = nil) {
    self.setting = setting
    self.music = music
    isUsual = setting == nil && !movesControls && !hasRandomState && !isRestored
    sounding.removeAll()
    elapsed = 0
    lastMessage = .min
  }

  /// Examines the outputs of the last block, which has the longest length unless another is given, and prepares them for
  /// the next one.
  func examine(frames length: Int? = nil) {
    let frames = length ?? instance.configuration.maximumBlockLength
    let block = Finding.Block(index: instance.blockIndex - 1, frames: frames)
    for output in outputs {
      let symbol = output.port.symbol
      if output.sequence.isUntouched {
        add(symbol, .missing, nil, "was not written", block)
      } else if !output.sequence.isSequence && !output.holdsListedType {
        add(symbol, .notASequence, output.sequence.isNull ? .warning : nil, "is an atom of another type", block)
      }
      output.sequence.forEachEvent { event in
        if event.type == InstanceUnderTest.atomTypes.midiEvent {
          lastMessage = elapsed &+ Int(event.frame)
          hasSent = true
          sounding.receive(event.body, port: output.port.index, at: lastMessage)
        }
        guard event.type != 0, InstanceUnderTest.map.uri(of: event.type) == nil else { return }
        add(symbol, .unmappedType, nil, "has an event of the type \(event.type), which was never mapped", block)
      }
      for violation in output.sequence.violations(frames: frames) {
        let message: AtomOutput.Message =
          switch violation.kind {
          case .incomplete: .incomplete
          case .message: .midiMessage
          case .order: isUsual ? .order : .orderAtSetting
          case .exclusiveOrder: .exclusiveOrder
          case .untimed: .untimed
          case .outside: .outsideBlock
          case .nan: .nan
          }
        add(symbol, message, nil, violation.text, block)
      }
      output.sequence.prepareForOutput()
      output.buffer.protect()
    }
    elapsed += frames
  }

  private func add(
    _ port: String, _ message: AtomOutput.Message, _ severity: Severity?, _ text: String, _ block: Finding.Block
  ) {
    // Each finding is sent to the parent process, so that it survives the end of this one.
    if ([message] + message.simpler).contains(where: { counts(Self.ids[$0], port) }) { return }
    append(
      AtomOutput.runFinding(
        message, severity: severity, about: port, context,
        "The sequence of output '\(port)' \(text); expected \(expectation(message)).\(condition)",
        naming: ["output '\(port)'"], block: block, controls: setting?.controls))
  }

  /// Adds a finding, or counts it if there is one of its kind, or a simpler one, about the same port.
  func add(_ finding: Finding) {
    let kinds = AtomOutput.Message.ordered.first { finding.id == Self.ids[$0] }?.simpler ?? []
    if counts(finding.id, finding.subject) || kinds.contains(where: { counts(Self.ids[$0], finding.subject) }) {
      return
    }
    append(finding)
  }

  private func append(_ finding: Finding) {
    if finding.steps == nil, var music {
      music.longestBlock = setup.blockLength == context.blockLength ? nil : setup.blockLength
      origins[findings.count] = music.prefix(elapsed + (finding.block?.frames ?? 0))
    }
    findings.append(finding)
  }

  func replace(_ index: Int, by finding: Finding) { findings[index] = finding }

  /// A fault can be in each of millions of blocks.
  private static let ids = Dictionary(
    uniqueKeysWithValues: AtomOutput.Message.allCases.map { ($0, MessageID(AtomOutput.id, $0)) })

  /// Counts a finding if there is one of its kind about the same port. Returns whether there is one.
  private func counts(_ id: MessageID?, _ port: String?) -> Bool {
    guard let known = findings.firstIndex(where: { $0.subject == port && $0.id == id }) else { return false }
    findings[known].count += 1
    return true
  }

  /// A sentence about the circumstances of the present music; empty at the defaults.
  var condition: String {
    if let setting { return " This occurred with \(setting.description)." }
    if isRestored { return " This occurred after restore()." }
    if hasRandomState { return " Controls and parameters had random values before." }
    return isUsual ? "" : " Controls moved meanwhile."
  }

  private func expectation(_ message: AtomOutput.Message) -> String {
    switch message {
    case .missing: "a sequence in each block"
    case .notASequence: "atom:Sequence"
    case .unmappedType: "mapped types"
    case .midiMessage: "valid MIDI messages"
    case .order, .orderAtSetting, .exclusiveOrder: "ascending times"
    case .nan: "numbers"
    case .outsideBlock: "times inside the block"
    case .hangingNote, .hangingNoteAfterChange: "a note-off"
    case .playsOn, .afterDetour: "what is played without the change"
    case .untimed: "a time for each event"
    case .incomplete, .readPastEnd, .writePastEnd: "complete atoms"
    }
  }
}
