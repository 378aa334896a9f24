import LV2Host
import Model
import Scenarios
import Support
import TestHost

/// What is played with guarded heap blocks after the sample rates.
extension MemHeapAccess {
  /// In frames: common lengths, and one that is no power of 2. A buffer can be too short for one of them only.
  private static let lengths = [512, 1000, 1024, 2048, 4096]
  /// In frames: the least duration of a length, and the least number of its blocks.
  private static let (lengthFrames, lengthBlocks) = (8192, 4)

  /// Plays blocks of several lengths, each in an instance for which it is the longest, and then all in one instance.
  ///
  /// - Returns: the length after which a block was overwritten; nil if none was.
  static func playLengths(_ context: PluginContext) throws -> Int? {
    var played: Set<Int> = [context.blockLength]
    for length in lengths {
      let instance = try InstanceUnderTest(context, InstanceSetup(context, \.blockLength, length))
      guard played.insert(instance.configuration.maximumBlockLength).inserted else { continue }
      CrashRecord.note(activity: "noise in blocks of \(length.counted("frame")), guarded heap blocks")
      instance.activate()
      instance.play(context.noise, frames: max(lengthFrames, lengthBlocks * length))
      instance.cleanup()
      if GuardedHeap.overwrittenBlock != nil { return length }
    }
    let instance = try context.activeInstance(.longBlocks(context))
    guard !instance.configuration.isFixedBlockLength else { return nil }
    CrashRecord.note(activity: "noise in blocks of 512 to 4096 frames in turn, guarded heap blocks")
    let turn = lengths + lengths.reversed()
    instance.play(context.noise, frames: turn.reduce(0, +), blocks: turn)
    instance.cleanup()
    return GuardedHeap.overwrittenBlock.map { _ in lengths[lengths.count - 1] }
  }

  /// Plays signals for which a detector of pitches or levels divides by nearly 0; its results can become an index.
  static func playNearlyConstant(_ context: PluginContext) throws {
    guard context.plugin.hasAudioInput else { return }
    let instance = try context.activeInstance()
    for (signal, seconds) in Signal.nearlyConstant(context) {
      CrashRecord.note(activity: "\(signal.name), guarded heap blocks")
      instance.stream(signal, frames: Int(seconds * context.rate)) { _, _ in true }
    }
    instance.cleanup()
  }

  /// The number of sets in any case, and at most.
  private static let (sets, maximumSets) = (20, 128)
  /// Each set with this number is inside the ranges of the controls.
  private static let inner = 5
  /// In seconds of processor time, after which no further set is played.
  private static let budget = 0.15
  /// A control can transpose them beyond the end of a table.
  private static let extremeNotes: [UInt8] = [0, 127]

  /// In hertz, besides the rate of the run: at one of them a delay line or a table of fixed size is too short.
  private static let rates = [192_000.0, 44_100]

  /// Plays sets of control values at random limits and inside the ranges, at three rates in turn.
  static func playSets(_ context: PluginContext, _ generator: inout SplitMix64) throws {
    let others = try rates.compactMap { rate in
      try unlessNull { try InstanceUnderTest(context, InstanceSetup(context, \.rate, rate)) }
    }
    let instances = [try InstanceUnderTest(context, InstanceSetup(context))] + others
    let start = ProcessSnapshot.threadTime
    for set in 0..<maximumSets where set < sets || ProcessSnapshot.threadTime - start < budget {
      let instance = instances[set % instances.count]
      let values = "random control values at \(Int(instance.setup.rate)) Hz"
      CrashRecord.note(activity: "set \(set) of \(values), guarded heap blocks")
      drawControls(of: instance, inside: set % inner == inner - 1, &generator)
      instance.activate()
      instance.play(context.noise, frames: 2048)
      var notes = NoteRange(instance, context.noise)
      for note in extremeNotes {
        CrashRecord.note(activity: "note \(note) at \(values), guarded heap blocks")
        _ = notes.hold(note, seconds: 0)
      }
      instance.deactivate()
    }
    for instance in instances { instance.cleanup() }
  }

  private static func drawControls(
    of instance: InstanceUnderTest, inside: Bool, _ generator: inout SplitMix64
  ) {
    instance.setControls { port, range in
      if inside { return port.randomValue(in: range, &generator) }
      return Bool.random(using: &generator) ? range.lowerBound : range.upperBound
    }
  }

  /// In beats per minute, with the numbers of beats in a bar and their note values.
  private static let tempi: [(tempo: Float, beats: Float, unit: Int32)] = [
    (20, 4, 4), (59, 7, 8), (300, 3, 4), (30, 5, 4),
  ]
  /// In seconds: of the sound at each tempo. It fills a delay line of that length.
  private static let tempoDuration = 2.0

  /// Plays noise while the transport rolls at different tempi and meters, with the controls at their defaults, at both limits
  /// and at random values; only if the plug-in receives the position of the transport.
  static func playTempos(_ context: PluginContext, _ generator: inout SplitMix64) throws {
    guard context.plugin.ports.contains(where: { $0.isInput && $0.supports.contains(URI.Time.position) }) else {
      return
    }
    let instance = try context.activeInstance()
    let length = instance.configuration.maximumBlockLength
    let frames = Int(context.reduced(tempoDuration) * context.rate)
    for (index, (tempo, beats, unit)) in tempi.enumerated() {
      CrashRecord.note(activity: "noise at \(Int(tempo)) beats per minute, guarded heap blocks")
      for set in 0..<4 where set > 0 || index == 0 {
        switch set {
        case 0: instance.setDefaults()
        case 1: instance.setControls { $1.upperBound }
        case 2: instance.setControls { $1.lowerBound }
        default: drawControls(of: instance, inside: true, &generator)
        }
        for frame in stride(from: 0, to: frames, by: length) {
          instance.fill(context.noise, from: frame, count: length)
          instance.prepareAtoms()
          instance.sendPosition(tempo: tempo, beatsPerBar: beats, beatUnit: unit, frame: frame)
          instance.playNote(at: frame, until: frames / 2, length: length)
          instance.run(length)
        }
      }
    }
    instance.cleanup()
  }

  /// In seconds: the approximate duration of `playEvents` at a setting, and the most settings besides the defaults.
  private static let (eventDuration, eventSettings) = (6.0, 3)

  /// Plays every note, velocity and controller, all notes at once, music, a transport that jumps, and
  /// parameters; at the defaults and at a few other settings. Only if the plug-in receives events.
  static func playEvents(_ context: PluginContext) throws {
    let plugin = context.plugin
    guard plugin.midiInput != nil || plugin.receivesTransport || plugin.patchInput != nil else { return }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    let settings = context.sweep(seconds: eventDuration, for: id).prefix(context.reduced(eventSettings))
    for setting in [ControlSetting(values: [])] + settings {
      let condition = setting.values.isEmpty ? "at the defaults" : "with \(setting.description)"
      CrashRecord.note(activity: "events \(condition), guarded heap blocks")
      var setup = InstanceSetup(context, \.stateDirectory, folder.path)
      setup.loadsFile = true
      let instance = try context.activeInstance(setup, at: setting)
      if plugin.midiInput != nil {
        if setting.values.isEmpty {
          var notes = NoteRange(instance, context.noise)
          _ = notes.playAll()
        }
        playAllNotes(instance, context)
      }
      let block = instance.configuration.maximumBlockLength
      var score = Score(rate: context.rate, block: block, generator: context.generator(for: id))
      // System exclusive messages are a subject of atom.input-fuzz.
      score.chord()
      score.run()
      score.retriggers()
      score.transportChanges()
      score.pedals()
      score.expression()
      score.channels()
      instance.stream(.init(context.noise, frames: score.length, score: score.sorted)) { _ in }
      if setting.values.isEmpty { moveParameters(of: instance, context, file: file) }
      instance.deactivate()
      instance.cleanup()
      if GuardedHeap.overwrittenBlock != nil { return }
    }
  }

  /// Sets each parameter to random values, one in each block.
  private static func moveParameters(of instance: InstanceUnderTest, _ context: PluginContext, file: String) {
    var generator = context.generator(for: id)
    let parameters = WritableParameter.all(of: context)
    let length = instance.configuration.maximumBlockLength
    for block in 0..<2 * parameters.count where !instance.isWorkSlow {
      instance.fill(context.noise, from: block * length, count: length)
      instance.prepareAtoms()
      instance.sendParameter(parameters, block: block, at: generator.unit(), file: file)
      instance.run(length)
    }
  }

  /// Begins all 128 notes in one block and ends them in a later one.
  private static func playAllNotes(_ instance: InstanceUnderTest, _ context: PluginContext) {
    let length = instance.configuration.maximumBlockLength
    for block in 0..<6 {
      instance.fill(context.noise, from: block * length, count: length)
      instance.prepareAtoms()
      for note in UInt8(0)..<128 where block == 0 || block == 4 {
        instance.sendMIDI([block == 0 ? 0x90 : 0x80, note, 100], at: Int(note) * length / 128)
      }
      instance.run(length)
    }
  }
}
