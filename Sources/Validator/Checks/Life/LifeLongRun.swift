import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum LifeLongRun: PluginCheck {
  enum Message: MessageKind {
    case nonfinite, frozen, glitch, memoryGrowth, slower

    var text: MessageText {
      switch self {
      case .nonfinite:
        MessageText(
          .error,
          rule: .finiteSum,
          remedy:
            "Find what grows with the time in {the output}: a counter or a phase that is never reduced, or a feedback "
            + "loop of a gain slightly above 1.")
      case .frozen:
        MessageText(
          .warning,
          rule: Rule(
            "A plug-in runs for hours, and its output then depends on its input as in the first second",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Find what stops {the output}: a counter that overflows, a phase whose steps are rounded away, or a queue "
            + "or a set of voices that is used up.")
      case .glitch:
        MessageText(
          .warning,
          rule: Rule(
            "The output of an effect depends on its input and its controls, not on how long it has run",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Find what happens in {the output} after that time: the end of a ring buffer, where an index is one too high or too "
            + "low, or a counter that begins again.")
      case .memoryGrowth:
        MessageText(
          .warning,
          rule: Rule(
            "An instance runs for hours in a session, so what it allocates in each second exceeds any memory",
            source: "lv2val: the specification has no such requirement"),
          remedy: "Free what {the function in the backtrace} allocates when it is no longer needed, or reuse it.")
      case .slower:
        MessageText(
          .warning,
          rule: Rule(
            "The time of a block must not depend on how long the instance has run: hosts call run() for hours",
            source: "lv2/core/lv2.h: run(); lv2val: the specification has no limit"),
          remedy:
            "Find the list, the buffer or the loop of run() that becomes longer with each block, and remove its old "
            + "elements.")
      }
    }
  }

  static let id: CheckID = "life.long-run"
  static let measuresTime = true
  static let provocation = Provocation(incidental: (.controls, .inRun))
  static let text = CheckText(
    asserts: "After a minute of sound, an instance computes, sounds and allocates as in the first seconds.",
    method:
      "Plays 60 s at the defaults in eight equal parts: noise, and to MIDI inputs chords and a rolling transport. "
      + "Compares the outputs, the heap memory and the durations of the blocks of the parts.",
    details: "A slow plug-in plays 30, 15 or 7.5 s. An output is frozen if all its samples are equal in the last part, "
      + "but not in the second. It has a glitch if five of the last seven parts are equal to -80 dB, nearly everywhere, and another one "
      + "differs by more than -50 dB; two instances do that at the same frame, and are silent without an input. Memory grows if each of the last six parts adds to it. A block is slower if the "
      + "lower quartile of the last part is three times the least one of the parts 2 to 4, and more by 20 microseconds and "
      + "by 1 % of the time of a block in 60 s of sound; of three instances, the least quartiles count.",
    level: CheckLevel(5, "Faults that appear only in long sessions are hard to find."))

  private static let parts = 8
  /// In seconds: the sound, and the processor time that it may take.
  fileprivate static let (longest, shortest, budget) = (60.0, 7.5, 0.3)
  /// In seconds, and the magnitude of a sample below which nothing is heard.
  private static let (silentTime, inaudible): (Double, Float) = (2, 1e-6)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let first = try LongRun(context, parts: parts, duration: duration(context))
    return try .findings {
      if let place = first.nonfinite {
        outputFinding(
          .nonfinite, place.port, context,
          "is \(place.value.text) after \(seconds(place.frame, context)) s of sound; expected finite samples.",
          naming: ["output \(context.name(place.port))"])
      }
      for port in first.frozen {
        outputFinding(
          .frozen, port, context,
          "does not change any more after \(first.duration.text) s of sound, but changed in the first seconds; expected "
            + "output as before.", naming: ["output \(context.name(port))"])
      }
      if let glitch = first.glitch, try isCertain(glitch, first.duration, context) { glitchFinding(glitch, context) }
      if let growth = first.memoryGrowth { try memoryFinding(growth, first.duration, context) }
      if first.growth.isSuspected, let growth = try growth(after: first, context) {
        slowerFinding(growth, first.duration, context)
      }
    }
  }

  private static func duration(_ context: PluginContext) -> Double {
    var duration = longest
    while duration > shortest, context.load * duration > budget { duration /= 2 }
    return duration
  }

  private static func seconds(_ frame: Int, _ context: PluginContext) -> String {
    (Double(frame) / context.rate).rounded(.up).text
  }

  /// Whether another instance does the same at the same time. One that makes a sound by itself may do that at any time.
  private static func isCertain(
    _ glitch: LongRun.Glitch, _ duration: Double, _ context: PluginContext
  ) throws -> Bool {
    let silence = Scenario.Passage(frames: Int(silentTime * context.rate))
    let audio = try context.activeInstance().perform(silence).audio
    guard audio.channels.allSatisfy({ $0.allSatisfy { abs($0) < inaudible } }) else { return false }
    return try LongRun(context, parts: parts, duration: duration).glitch == glitch
  }

  private static func glitchFinding(_ glitch: LongRun.Glitch, _ context: PluginContext) -> Finding {
    outputFinding(
      .glitch, glitch.port, context,
      "differs, for example \(seconds(glitch.sound.frame, context)) s after activate(), from what it was for the same input before "
        + "and afterwards; expected the same output. \(((glitch.sound.share * 10).rounded() / 10).text) % of the sound differs.",
      naming: ["output \(context.name(glitch.port))"])
  }

  private static func memoryFinding(_ growth: Int, _ duration: Double, _ context: PluginContext) throws -> Finding {
    let again = try LongRun(context, parts: parts, duration: duration, recordingStacks: true)
    let site = again.largestSite
    let function = site?.first?.function.map { "\($0)()" } ?? "the plug-in"
    return runFinding(
      .memoryGrowth, context,
      "The heap memory of the instance grows by \(growth.counted("byte")) in \((duration * 0.75).text) s of sound, in "
        + "each of six equal parts of that time; expected no growth.", naming: [function], backtrace: site)
  }

  /// What remains of a suspected growth after two further instances, which other programs disturb at other times.
  private static func growth(after first: LongRun, _ context: PluginContext) throws -> LongRun.Growth? {
    var growth = first.growth
    for _ in 0..<2 {
      growth = growth.least(try LongRun(context, parts: parts, duration: first.duration).growth)
    }
    return growth.isCertain ? growth : nil
  }

  private static func slowerFinding(
    _ growth: LongRun.Growth, _ duration: Double, _ context: PluginContext
  ) -> Finding {
    runFinding(
      .slower, context,
      "After \(duration.text) s of sound, run() takes \(growth.last.text) microseconds for a block, but "
        + "\(growth.early.text) in the first half; expected the same time.")
  }
}

/// A long performance in equal parts.
private struct LongRun {
  /// The lower quartiles of the durations of run(), in microseconds: other programs only make a block longer.
  struct Growth {
    /// Not the first part, in which caches fill, and several, because other programs can disturb one for all of its time.
    static let earlyParts = 1...3
    /// The least one of the early parts.
    var early = Double.infinity
    /// That of the last part.
    var last = 0.0
    /// How much longer a block may take at the end.
    let permitted: Double

    /// Other programs may have slowed the early parts down, so that half of a growth is enough for another look.
    var isSuspected: Bool { last > 2 * early && last - early > permitted / 2 }
    var isCertain: Bool { last > 3 * early && last - early > permitted }

    func least(_ other: Growth) -> Growth {
      Growth(early: min(early, other.early), last: min(last, other.last), permitted: permitted)
    }
  }

  /// What an output plays at some time, and at no other time for the same input.
  struct Glitch: Equatable {
    let port: Int
    let sound: RepeatedSound.Glitch
  }

  /// In seconds.
  let duration: Double
  /// Of the first two audio outputs.
  private var sounds: [(port: Int, sound: RepeatedSound)]
  /// The first sample that is not finite.
  private var place: Recording.Place?
  /// The number of frames of the first two parts, which other checks play too.
  private var earlyFrames = 0
  private(set) var growth: Growth
  private(set) var largestSite: [StackFrame]?
  /// The heap memory of the plug-in at the end of each part, in bytes.
  private var memory: [Int] = []
  /// The outputs, and whether their samples differed in each part.
  private var moves: [Int: [Bool]] = [:]

  init(_ context: PluginContext, parts: Int, duration: Double, recordingStacks: Bool = false) throws(HostError) {
    self.duration = duration
    AllocationLedger.begin(recordingStacks: recordingStacks)
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let length = instance.configuration.maximumBlockLength
    let blockTime = Double(length) / context.rate * 1e6
    sounds = context.plugin.ports(.audio, .output).prefix(2).map { ($0.index, RepeatedSound()) }
    growth = Growth(permitted: max(20, 0.01 * blockTime * duration / LifeLongRun.longest))
    instance.activate()
    let passage = Self.passage(context, seconds: duration / Double(parts), block: length)
    for part in 0..<parts { play(passage, part, in: instance, isLast: part == parts - 1) }
    if recordingStacks { largestSite = AllocationLedger.largestSite }
  }

  /// The number of bytes that the last six parts added, if each added some; nil otherwise.
  var memoryGrowth: Int? {
    let later = memory.dropFirst()
    guard let first = later.first, let last = later.last, zip(later, later.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    return last - first
  }

  /// The first sample that is not finite, if it is not in the first two parts.
  var nonfinite: Recording.Place? { place.flatMap { $0.frame < earlyFrames ? nil : $0 } }

  var frozen: [Int] {
    moves.filter { $0.value.count > 1 && $0.value[1] && $0.value.last == false }.map(\.key).sorted()
  }

  var glitch: Glitch? {
    for (port, sound) in sounds {
      if let glitch = sound.glitch { return Glitch(port: port, sound: glitch) }
    }
    return nil
  }

  private static func passage(_ context: PluginContext, seconds: Double, block: Int) -> Scenario.Passage {
    var score = Score(rate: context.rate, block: block, generator: context.generator(for: LifeLongRun.id))
    score.roll(from: 0)
    score.chord()
    score.rest(seconds: max(0, seconds - Double(score.length) / context.rate))
    return Scenario.Passage(context.noise, frames: score.length, score: score.sorted)
  }

  private mutating func play(_ passage: Scenario.Passage, _ part: Int, in instance: InstanceUnderTest, isLast: Bool) {
    var times: [Double] = []
    var extremes: [Int: (low: Float, high: Float)] = [:]
    var frame = 0
    for index in sounds.indices { sounds[index].sound.beginPart() }
    instance.stream(passage) { length in
      times.append(instance.lastRunTime / 1000)
      for index in sounds.indices {
        guard let samples = instance.samples(sounds[index].port) else { continue }
        sounds[index].sound.append(UnsafeBufferPointer(start: samples, count: length))
      }
      for index in instance.audioOutputs.indices {
        let port = instance.audioOutputs[index].index
        // A port that moved needs no further search.
        if let known = extremes[port], known.low < known.high { continue }
        guard let samples = instance.samples(port) else { continue }
        var (low, high) = extremes[port] ?? (.infinity, -.infinity)
        for index in 0..<length {
          low = min(low, samples[index])
          high = max(high, samples[index])
        }
        extremes[port] = (low, high)
      }
      if place == nil, var found = instance.firstNonfinite(in: length) {
        found.frame += part * passage.frames + frame
        place = found
      }
      frame += length
    }
    earlyFrames = 2 * passage.frames
    for (port, extreme) in extremes { moves[port, default: []].append(extreme.low < extreme.high) }
    memory.append(Int(AllocationLedger.bytes))
    let quartile = times.sorted()[times.count / 4]
    if Growth.earlyParts.contains(part) { growth.early = min(growth.early, quartile) }
    if isLast { growth.last = quartile }
  }
}

extension Rule {
  /// For NaN and infinity that come after a while.
  static let finiteSum = Rule(
    "Hosts mix the output with other signals: one NaN or infinity destroys the sum",
    source: "lv2val: the specification has no such requirement")
}
