import CProbe
import TestHost
import ValidationModel

enum AudioUninitialised: PluginCheck {
  static let id: CheckID = "audio.uninitialised"
  static let text = CheckText(
    asserts: "The output does not depend on what fresh memory happens to hold.",
    rule: "The content of memory from malloc(), and of a variable on the stack, is undetermined until it is written; "
      + "activate() sets the state before the first run()",
    source: "ISO C 6.7.10 and 7.24.3.6; lv2/core/lv2.h: activate()",
    method: """
      Fills all fresh heap memory, and the stack below each run(), with one byte, then loads an instance and records \
      noise and silence after it, and, with another instance, noise with 12 sets of control values drawn by the seed. \
      Bytes 00, CD and 3F, each twice: where the same byte gives different bits the check is skipped, and where different \
      bytes do, memory was read that nobody had written.
      """,
    remedy: "Initialise every variable, every member of the instance and every buffer; valgrind --track-origins=yes "
      + "names the place.",
    severities: [.error])

  /// As floats 0, -4.3e8 and 0.75: nothing, something large, and something plausible.
  private static let patterns: [UInt8] = [0x00, 0xCD, 0x3F]

  /// Sets of control values, and the frames that each is played for.
  private static let sets = 12
  private static let setLength = 2048

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let usual = try compare(context, "") { instance in
      var recording = instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8192)
      recording.append(instance.play(.silence, frames: 8192, from: 8192))
      return recording
    }
    guard usual == .passed else { return usual }
    let stirred = try compare(context, ", with control values drawn by the seed") { playSets(on: $0, context) }
    // Controls can bring in chance that is not heard at the defaults.
    if case .skipped = stirred { return .passed }
    return stirred
  }

  private static func playSets(on instance: InstanceUnderTest, _ context: PluginContext) -> Recording {
    var generator = context.generator(for: id)
    var recording = instance.play(context.noise, frames: setLength)
    for set in 1...sets {
      for port in context.plugin.ports(.control, .input) {
        guard let range = port.range(rate: context.rate) else { continue }
        instance[control: port.index] = port.value(at: generator.unit(), in: range)
      }
      recording.append(instance.play(context.noise, frames: setLength, from: set * setLength))
    }
    return recording
  }

  /// Whether what fresh memory holds changes what an instance plays; `manner` goes into the report.
  private static func compare(
    _ context: PluginContext, _ manner: String, _ play: (InstanceUnderTest) -> Recording
  ) throws -> CheckOutcome {
    func record(_ pattern: UInt8, _ context: PluginContext) throws -> Recording {
      probe_heap_fill(pattern)
      defer { probe_heap_fill(0) }
      let instance = try InstanceUnderTest(context, InstanceSetup(context))
      instance.stackContent = pattern
      instance.activate()
      return play(instance)
    }
    var recordings: [Recording] = []
    for pattern in patterns {
      CrashRecord.note(activity: "fresh memory filled with \(hexadecimal(pattern))\(manner)")
      let pair = try (record(pattern, context), record(pattern, context))
      guard pair.0.isIdentical(to: pair.1) else {
        return .skipped("two instances with the same content of fresh memory differ, so its output is not repeatable")
      }
      recordings.append(pair.0)
    }
    for (pattern, recording) in zip(patterns, recordings).dropFirst() {
      guard let place = recordings[0].firstDifference(from: recording) else { continue }
      let symbol = context.plugin.ports.first { $0.index == place.port }?.symbol ?? "\(place.port)"
      let difference = finding(
        .error,
        "The output of \(symbol) differs from frame \(place.frame) on between fresh memory that holds 00 and "
          + "\(hexadecimal(pattern))\(manner): it uses memory that it has not written.",
        call: "run()", seed: context.seed)
      return try context.confirmed([difference]) { context in
        try record(patterns[0], context).isIdentical(to: recordings[0])
          && record(pattern, context).isIdentical(to: recording)
      }
    }
    return .passed
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    byte == 0 ? "00" : String(byte, radix: 16, uppercase: true)
  }
}
