import Glibc
import LV2Host
import Model
import Support
import TestHost

enum AudioBlockInvariance: PluginCheck {
  enum Message: MessageKind {
    case audible, inaudible

    var text: MessageText {
      let rule = Rule(
        "The block size \"is not guaranteed to remain constant between run() calls\", so it has no meaning for the "
          + "signal",
        source: "lv2/core/lv2.h: connect_port()")
      return switch self {
      case .audible: MessageText(.warning, rule: rule, remedy: "{\(perFrameRemedy)}")
      case .inaudible: MessageText(.note, rule: rule, remedy: "{\(perFrameRemedy)}")
      }
    }
  }

  static let id: CheckID = "audio.block-invariance"
  static let text = CheckText(
    asserts: "The output does not depend on the block length.",
    method: "Plays the same noise in blocks of the run's length and in blocks of three series of other lengths, and "
      + "compares. A difference above -100 dB relative to the peak is a note, above -60 dB a warning.",
    details:
      "The series are: powers of two; other lengths of at least 16 frames; primes from 1 to 13. For a plug-in that "
      + "schedules work, the comparison begins when that work is done. The check is skipped if work is scheduled "
      + "during the comparison.",
    level: CheckLevel(6, "An export sounds different from playback."))

  private static let perFrameRemedy =
    "Update smoothers, envelopes and oscillators per frame, or in steps of a fixed number of frames, instead of once "
    + "in each run()."
  /// For memory that only some block lengths leave unwritten; it is zero in the recordings that differ.
  private static let unwrittenMemoryRemedy =
    "Find with valgrind --track-origins=yes the memory that is read before it is written, and fix the loop that should "
    + "have written it, often that for the rest of a block whose length is not a multiple of the vector size. Do not "
    + "only clear the memory: the output would still be wrong."

  private static let outputContentRemedy =
    "Write every sample of the block before it is read: look for early returns, for loops that end before "
    + "sample_count, and for additions to an output."

  /// In dB relative to the peak. Another order of operations rounds by 2^-24 of the peak per sample (-144 dB); a recursive
  /// filter may amplify that by 40 dB.
  private static let rounding = -100.0
  private static let frames = 16384

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.requiresOneBlockLength else { return .skipped("the plug-in requires blocks of one length") }
    guard !context.plugin.prefersCoarseBlockLength else { return .skipped("the plug-in prefers coarse block lengths") }
    let reference: Run
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason): return .skipped(reason)
    case .recording(let recording): reference = try warmedUp(context) ?? Run(recording: recording)
    }
    guard reference.recording.peak > 0 else { return .skipped("the output is silent on noise") }
    var harmless: [[Int]] = []
    var worst: (level: DifferenceLevel, lengths: [Int], run: Run)?
    for (lengths, frames) in series(context.blockLength) {
      let other = try record(context, frames, blocks: lengths, afterWork: reference.isAfterWork)
      guard !reference.hasScheduledWork, !other.hasScheduledWork else {
        return .skipped("the plug-in schedules work, whose result depends on the block in which it arrives")
      }
      let difference = reference.recording.largestDifference(from: other.recording)
      let level = DifferenceLevel(difference, peak: reference.recording.peak)
      if level.decibels <= rounding { harmless.append(lengths) }
      if level.decibels > worst?.level.decibels ?? rounding { worst = (level, lengths, other) }
    }
    guard let worst else { return .passed }
    func list(_ lengths: [Int]) -> String { lengths.map { "\(min($0, context.blockLength))" }.listed() }
    let ends = Set([worst.lengths.min(), worst.lengths.max()]).compactMap { $0.map { min($0, context.blockLength) } }
    let range = ends.sorted().map(String.init).joined(separator: " to ")
    let others = harmless.map { " A series of \(list($0)) frames makes no difference." }.joined()
    let cause = try cause(worst.run, worst.lengths, reference, context)
    let inputs = context.plugin.ports.filter { $0.kind == .cv && $0.isInput }.map { "'\($0.symbol)'" }
    let controlVoltages = "\("CV input".inNumber(inputs.count)) \(inputs.listed())"
    let noise = inputs.isEmpty ? "" : " Noise was also played to the \(controlVoltages)."
    let usualRemedy = perFrameRemedy + (inputs.isEmpty ? "" : " Read the \(controlVoltages) at every frame.")
    let details = [start(worst.run.recording, reference.recording, context), cause?.text].compactMap(\.self).joined()
    let difference: Finding = runFinding(
      worst.level.isAudible ? .audible : .inaudible, context,
      "Output depends on the block length: blocks of \(range) frames differ from blocks of "
        + "\(context.blockLength.counted("frame")) \(worst.level.clause). Lengths of the blocks: "
        + "\(list(worst.lengths)).\(others)\(noise)\(details)",
      naming: [cause?.remedy ?? usualRemedy])
    return try context.confirmed([difference]) { context in
      try record(context, afterWork: reference.isAfterWork).recording.isIdentical(to: reference.recording)
        && record(
          context, worst.run.recording.count, blocks: worst.lengths, afterWork: reference.isAfterWork
        ).recording.isIdentical(to: worst.run.recording)
    }
  }

  /// The sentence about the first difference above the rounding: the output, the frame, and the end of a note before it.
  private static func start(_ recording: Recording, _ reference: Recording, _ context: PluginContext) -> String? {
    let tolerance = reference.peak * Float(pow(10, rounding / 20))
    let starts = recording.ports.indices.compactMap { index in
      zip(recording.channels[index].differences(from: reference.channels[index]), 0...).first { $0.0 > tolerance }.map {
        (port: recording.ports[index], frame: $0.1)
      }
    }
    guard let first = starts.min(by: { $0.frame < $1.frame }) else { return nil }
    let isAfterNote = context.plugin.midiInput != nil && first.frame >= frames / 2
    return " The difference begins in output \(context.name(first.port)) at frame \(first.frame)"
      + (isAfterNote ? "; a note ends at frame \(frames / 2)." : ".")
  }

  /// What the difference depends on besides the block length, and how to fix that; nil if nothing is known.
  private static func cause(
    _ run: Run, _ lengths: [Int], _ reference: Run, _ context: PluginContext
  ) throws -> (text: String, remedy: String)? {
    // Other memory then gives another difference, which no update per sample removes.
    let other = try record(
      context, run.recording.count, blocks: lengths, afterWork: reference.isAfterWork, memory: 0xCD)
    if !other.recording.isIdentical(to: run.recording) {
      let usual = try record(context, afterWork: reference.isAfterWork, memory: 0xCD).recording
      return (
        " These blocks make the output depend on uninitialized memory.",
        usual.isIdentical(to: reference.recording)
          ? unwrittenMemoryRemedy : AudioUninitialized.Message.output.text.remedy
      )
    }
    let prefilled = try record(
      context, run.recording.count, blocks: lengths, afterWork: reference.isAfterWork, content: 0.5)
    if !prefilled.recording.isIdentical(to: run.recording) {
      return (" What the output buffers held before run() changes these blocks.", outputContentRemedy)
    }
    guard !reference.isAfterWork else { return nil }
    let later = try [[.max], lengths].map {
      try record(context, run.recording.count, blocks: $0, afterWork: true).recording
    }
    let level = DifferenceLevel(later[0].largestDifference(from: later[1]), peak: later[0].peak)
    guard level.decibels <= rounding else { return nil }
    return (
      " While no control moves, only the lengths of the first blocks matter.",
      "Finish in instantiate() or activate() what the first blocks complete, such as the coefficients of filters or "
        + "buffers that are filled in advance, and let values change over a fixed time instead of one block."
    )
  }

  /// The block lengths to compare with blocks of `length` frames, and the number of frames to play in them.
  private static func series(_ length: Int) -> [(lengths: [Int], frames: Int)] {
    [
      ([length / 2, length, length / 4].map { max(16, $0) }, frames), ([61, 17, 128, 16, 251, 33, 97], frames),
      ([1, 2, 3, 5, 7, 11, 13], frames / 4),
    ]
  }

  private struct Run {
    var recording: Recording
    /// Whether previously scheduled work was done before the recording began.
    var isAfterWork = false
    /// Whether the plug-in scheduled work during the recording.
    var hasScheduledWork = false
  }

  /// The reference run of a plug-in that schedules work; nil if it schedules none.
  private static func warmedUp(_ context: PluginContext) throws -> Run? {
    guard context.plugin.features.contains(URI.Worker.schedule),
      try record(context, afterWork: false).hasScheduledWork
    else { return nil }
    return try record(context, afterWork: true)
  }

  /// - Parameters:
  ///   - memory: every byte of new heap memory and of the stack below run().
  ///   - content: every sample of the outputs before each block; nil for what the block before left there.
  private static func record(
    _ context: PluginContext, _ length: Int = frames, blocks: [Int] = [.max], afterWork: Bool, memory: UInt8 = 0,
    content: Float? = nil
  ) throws -> Run {
    try context.inMemory(filledWith: memory) { instance in
      let worker = instance.hosted.features.worker
      if afterWork { instance.play(context.noise, frames: frames) }
      let count = worker.scheduleCount
      let recording = instance.play(
        context.noise, frames: length, from: afterWork ? frames : 0, blocks: blocks, noteEnd: frames / 2
      ) { _ in content.map(instance.fillOutputs) }
      return Run(recording: recording, isAfterWork: afterWork, hasScheduledWork: worker.scheduleCount > count)
    }
  }
}
