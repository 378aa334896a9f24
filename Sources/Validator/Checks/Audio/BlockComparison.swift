import Glibc
import LV2Host
import Model
import Support
import TestHost

/// Compares the output in blocks of the run's length with that in blocks of other lengths, at one setting.
struct BlockComparison {
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
  /// Below this level relative to the peak, in dB, a difference counts only if it is so many dB louder than that which another
  /// rounding of the input makes: a filter can amplify the rounding of its own operations.
  private static let (sensitive, margin) = (-20.0, 12.0)
  /// The factor of an input that is rounded otherwise: 8 to 16 steps of single precision.
  private static let otherRounding: Float = 1 + 1e-6
  /// The quietest output, relative to full scale, whose differences matter at a setting other than the defaults.
  private static let quiet: Float = 1e-4
  private static let frames = AudioBlockInvariance.frames

  private let context: PluginContext
  /// Nil for the defaults.
  private let setting: ControlSetting?

  init(_ context: PluginContext, _ setting: ControlSetting?) {
    self.context = context
    self.setting = setting
  }

  /// The difference of the output of blocks of odd lengths; nil if the output is not finite or very quiet.
  func level() throws -> DifferenceLevel? {
    let usual = try record(afterWork: true).recording
    guard usual.firstNonfinite == nil, usual.peak > Self.quiet else { return nil }
    let other = try record(blocks: Self.oddLengths, afterWork: true).recording
    return DifferenceLevel(usual.largestDifferenceOfEdges(from: other), peak: usual.peak)
  }

  func outcome() throws -> CheckOutcome {
    // Controls that are not at their defaults may be smoothed during the first blocks.
    let usual = try setting == nil ? warmedUp() ?? record(afterWork: false) : record(afterWork: true)
    return try outcome(reference: usual)
  }

  private func outcome(reference: Run) throws -> CheckOutcome {
    guard reference.recording.peak > 0 else { return .skipped("the output is silent on noise") }
    var harmless: [[Int]] = []
    var worst: (level: DifferenceLevel, lengths: [Int], run: Run)?
    for (lengths, frames) in Self.series(context.blockLength) {
      let other = try record(frames, blocks: lengths, afterWork: reference.isAfterWork)
      guard !reference.hasScheduledWork, !other.hasScheduledWork else {
        return .skipped("the plug-in schedules work, whose result depends on the block in which it arrives")
      }
      let difference = reference.recording.largestDifference(from: other.recording)
      let level = DifferenceLevel(difference, peak: reference.recording.peak)
      if level.decibels <= Self.rounding { harmless.append(lengths) }
      if level.decibels > worst?.level.decibels ?? Self.rounding { worst = (level, lengths, other) }
    }
    guard let worst else { return .passed }
    if worst.level.decibels < Self.sensitive {
      let scaled = try record(afterWork: reference.isAfterWork, gain: Self.otherRounding).recording
      let rounded = DifferenceLevel(reference.recording.largestDifference(from: scaled), peak: reference.recording.peak)
      guard worst.level.decibels > rounded.decibels + Self.margin else { return .passed }
    }
    func list(_ lengths: [Int]) -> String { lengths.map { "\(min($0, context.blockLength))" }.listed() }
    let ends = Set([worst.lengths.min(), worst.lengths.max()]).compactMap { $0.map { min($0, context.blockLength) } }
    let range = ends.sorted().map(String.init).joined(separator: " to ")
    let others = harmless.map { " A series of \(list($0)) frames makes no difference." }.joined()
    let cause = try cause(worst.run, worst.lengths, reference)
    let inputs = context.plugin.ports.filter { $0.kind == .cv && $0.isInput }.map { "'\($0.symbol)'" }
    let controlVoltages = "\("CV input".inNumber(inputs.count)) \(inputs.listed())"
    let noise = inputs.isEmpty ? "" : " Noise was also played to the \(controlVoltages)."
    let usualRemedy =
      AudioBlockInvariance.perFrameRemedy + (inputs.isEmpty ? "" : " Read the \(controlVoltages) at every frame.")
    let details = [start(worst.run.recording, reference.recording), cause?.text].compactMap(\.self).joined()
    let condition = setting.map { " This occurred with \($0.description)." } ?? ""
    let edges = DifferenceLevel(
      reference.recording.largestDifferenceOfEdges(from: worst.run.recording), peak: reference.recording.peak)
    let isShift = worst.level.isAudible && !edges.isAudible
    let shift = isShift ? " Only edges differ, which come one frame earlier or later." : ""
    let difference: Finding = AudioBlockInvariance.runFinding(
      worst.level.isAudible && !isShift ? .audible : .inaudible, context,
      "Output depends on the block length: blocks of \(range) frames differ from blocks of "
        + "\(context.blockLength.counted("frame")) \(worst.level.clause).\(condition) Lengths of the blocks: "
        + "\(list(worst.lengths)).\(others)\(noise)\(details)\(shift)",
      naming: [cause?.remedy ?? usualRemedy], controls: setting?.controls)
    return try context.confirmed([difference]) { context in
      let again = BlockComparison(context, setting)
      return try again.record(afterWork: reference.isAfterWork).recording.isIdentical(to: reference.recording)
        && again.record(
          worst.run.recording.count, blocks: worst.lengths, afterWork: reference.isAfterWork
        ).recording.isIdentical(to: worst.run.recording)
    }
  }

  /// The sentence about the first difference above the rounding: the output, the frame, and the end of a note before it.
  private func start(_ recording: Recording, _ reference: Recording) -> String? {
    let tolerance = reference.peak * Float(pow(10, Self.rounding / 20))
    let starts = recording.ports.indices.compactMap { index in
      zip(recording.channels[index].differences(from: reference.channels[index]), 0...).first { $0.0 > tolerance }.map {
        (port: recording.ports[index], frame: $0.1)
      }
    }
    guard let first = starts.min(by: { $0.frame < $1.frame }) else { return nil }
    let isAfterNote = context.plugin.midiInput != nil && first.frame >= Self.frames / 2
    return " The difference begins in output \(context.name(first.port)) at frame \(first.frame)"
      + (isAfterNote ? "; a note ends at frame \(Self.frames / 2)." : ".")
  }

  /// What the difference depends on besides the block length, and how to fix that; nil if nothing is known.
  private func cause(
    _ run: Run, _ lengths: [Int], _ reference: Run
  ) throws -> (text: String, remedy: String)? {
    // Other memory then gives another difference, which no update per sample removes.
    let other = try record(
      run.recording.count, blocks: lengths, afterWork: reference.isAfterWork, memory: 0xCD)
    if !other.recording.isIdentical(to: run.recording) {
      let usual = try record(afterWork: reference.isAfterWork, memory: 0xCD).recording
      return (
        " These blocks make the output depend on uninitialized memory.",
        usual.isIdentical(to: reference.recording)
          ? Self.unwrittenMemoryRemedy : AudioUninitialized.Message.output.text.remedy
      )
    }
    let prefilled = try record(
      run.recording.count, blocks: lengths, afterWork: reference.isAfterWork, content: 0.5)
    if !prefilled.recording.isIdentical(to: run.recording) {
      return (" What the output buffers held before run() changes these blocks.", Self.outputContentRemedy)
    }
    guard !reference.isAfterWork else { return nil }
    let later = try [[.max], lengths].map {
      try record(run.recording.count, blocks: $0, afterWork: true).recording
    }
    let level = DifferenceLevel(later[0].largestDifference(from: later[1]), peak: later[0].peak)
    guard level.decibels <= Self.rounding else { return nil }
    return (
      " While no control moves, only the lengths of the first blocks matter.",
      "Finish in instantiate() or activate() what the first blocks complete, such as the coefficients of filters or "
        + "buffers that are filled in advance, and let values change over a fixed time instead of one block."
    )
  }

  private static let oddLengths = [61, 17, 128, 16, 251, 33, 97]

  /// The block lengths to compare with blocks of `length` frames, and the number of frames to play in them.
  private static func series(_ length: Int) -> [(lengths: [Int], frames: Int)] {
    [
      ([length / 2, length, length / 4].map { max(16, $0) }, frames), (oddLengths, frames),
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
  private func warmedUp() throws -> Run? {
    guard context.plugin.features.contains(URI.Worker.schedule),
      try record(afterWork: false).hasScheduledWork
    else { return nil }
    return try record(afterWork: true)
  }

  /// - Parameters:
  ///   - memory: every byte of new heap memory and of the stack below run().
  ///   - content: every sample of the outputs before each block; nil for what the block before left there.
  ///   - gain: of the noise.
  private func record(
    _ length: Int = BlockComparison.frames, blocks: [Int] = [.max], afterWork: Bool, memory: UInt8 = 0,
    content: Float? = nil, gain: Float = 1
  ) throws -> Run {
    let noise = context.noise(gain: gain)
    return try context.inMemory(filledWith: memory, at: setting) { instance in
      let worker = instance.hosted.features.worker
      if afterWork { instance.play(noise, frames: Self.frames) }
      let count = worker.scheduleCount
      let recording = instance.play(
        noise, frames: length, from: afterWork ? Self.frames : 0, blocks: blocks, noteEnd: Self.frames / 2
      ) { _ in content.map(instance.fillOutputs) }
      return Run(recording: recording, isAfterWork: afterWork, hasScheduledWork: worker.scheduleCount > count)
    }
  }
}
