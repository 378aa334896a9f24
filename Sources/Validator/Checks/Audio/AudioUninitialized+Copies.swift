import Model
import TestHost

/// Output that is random, but not in copies of the process.
extension AudioUninitialized {
  private static let frames = 8192

  /// The outcome of instances in copies of this process; nil if their outputs are not repeatable either.
  ///
  /// - Parameter setting: the only one that is played; nil for the defaults and random ones.
  static func outcomeOfCopies(_ context: PluginContext, at setting: ControlSetting? = nil) -> CheckOutcome? {
    let outputs = context.plugin.ports.count { $0.hasSamples && $0.isOutput }
    guard outputs > 0 else { return nil }
    // Each part may end with a whole block.
    let capacity = frames + (sets + 1) * setLength + (sets + 2) * context.blockLength
    let copy = ForkedCopy(capacity: capacity * outputs) { byte in
      try? context.inMemory(filledWith: byte, at: setting) { play($0, context, setting) }.channels.flatMap(\.self)
    }
    func samples(_ byte: UInt8) -> [UInt32]? {
      guard let one = copy.samples(byte)?.map(\.bitPattern), one == copy.samples(byte)?.map(\.bitPattern) else {
        return nil
      }
      return one
    }
    let condition = setting.map { ", with \($0.description)" } ?? ""
    CrashRecord.note(activity: "new memory with other content, in copies of the process\(condition)")
    guard let zeros = samples(patterns[0].byte) else { return nil }
    for pattern in patterns.dropFirst() {
      guard let filled = samples(pattern.byte), filled != zeros, samples(patterns[0].byte) == zeros,
        let index = zip(zeros, filled).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
      else { continue }
      let ports = context.plugin.ports.filter { $0.hasSamples && $0.isOutput }
      let port = ports[min(index / max(1, zeros.count / outputs), outputs - 1)]
      return outputFinding(
        .output, port.index, context,
        "depends on uninitialized memory: if new memory is filled with 00 or with \(pattern.name), the samples differ from "
          + "frame \(index % max(1, zeros.count / outputs)) on, with equal random numbers\(condition); expected equal output.",
        controls: setting?.controls)
    }
    return .passed
  }

  private static func play(
    _ instance: InstanceUnderTest, _ context: PluginContext, _ setting: ControlSetting?
  ) -> Recording {
    var generator = context.generator(for: id)
    var recording = instance.play(context.noise, frames: frames)
    guard setting == nil else { return recording }
    for set in 0..<context.reduced(sets) {
      instance.setControls { $0.randomValue(in: $1, &generator) }
      recording.append(instance.play(context.noise, frames: setLength, from: frames + set * setLength))
    }
    return recording
  }
}
