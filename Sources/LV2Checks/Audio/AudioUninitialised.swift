import CProbe

enum AudioUninitialised: PluginCheck {
  static let id = CheckID.audioUninitialised
  static let text = CheckText(
    asserts: "The output does not depend on what fresh memory happens to hold.",
    rule: "The content of memory from malloc(), and of a variable on the stack, is undetermined until it is written; "
      + "activate() sets the state before the first run()",
    source: "ISO C 6.7.10 and 7.24.3.6; lv2/core/lv2.h: activate()",
    method: """
      Fills all fresh heap memory, and the stack below each run(), with one byte, then loads an instance and records \
      noise and silence after it. Bytes 00, CD and 3F, each twice: where the same byte gives different bits the check is \
      skipped, and where different bytes do, memory was read that nobody had written.
      """,
    remedy: "Initialise every variable, every member of the instance and every buffer; valgrind --track-origins=yes "
      + "names the place.",
    severities: [.error])

  /// As floats 0, -4.3e8 and 0.75: nothing, something large, and something plausible.
  private static let patterns: [UInt8] = [0x00, 0xCD, 0x3F]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var recordings: [Recording] = []
    for pattern in patterns {
      BlackBox.note(stage: "fresh memory filled with \(hexadecimal(pattern))")
      let pair = try (record(context, pattern), record(context, pattern))
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
          + "\(hexadecimal(pattern)): it uses memory that it has not written.",
        call: "run()", seed: context.seed)
      return try context.confirmed([difference]) {
        try record(context, patterns[0]).isIdentical(to: recordings[0])
          && record(context, pattern).isIdentical(to: recording)
      }
    }
    return .passed
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    byte == 0 ? "00" : String(byte, radix: 16, uppercase: true)
  }

  /// What an instance made and run on filled memory plays.
  private static func record(_ context: PluginContext, _ pattern: UInt8) throws -> Recording {
    probe_heap_fill(pattern)
    defer { probe_heap_fill(0) }
    let rig = try Rig(context, RigSetup(context))
    rig.stackContent = pattern
    rig.activate()
    var recording = rig.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8192)
    let tail = rig.play(.silence, frames: 8192, from: 8192)
    for channel in recording.channels.indices { recording.channels[channel] += tail.channels[channel] }
    return recording
  }
}
