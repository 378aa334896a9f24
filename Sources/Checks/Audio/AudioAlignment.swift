import LV2Host
import TestHost
import ValidationModel

enum AudioAlignment: PluginCheck {
  static let id: CheckID = "audio.alignment"
  static let text = CheckText(
    asserts: "Buffers that are aligned to 4 bytes only give the same output.",
    rule: "An audio port is connected to an array of float; no greater alignment than that of float is promised",
    source: "lv2core: lv2:AudioPort; lv2/core/lv2.h: connect_port()",
    method:
      "Plays noise into buffers that begin 4 bytes after an aligned address, and compares with aligned ones: no crash, "
      + "and no difference above -60 dB of the peak (vector loops that peel their start may round otherwise).",
    remedy: "Use unaligned loads and stores; on any processor of the last ten years they cost nothing.",
    severities: [.warning])

  /// Far above the rounding of a different order of vectors (-140 dB), far below anything that was read wrongly.
  private static let tolerance: Float = 1e-3
  private static let frames = 8192

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput || context.plugin.hasAudioInput else {
      return .skipped("it has no audio or CV port")
    }
    let other = try misaligned(context)
    guard case .recording(let reference) = try context.reference(context.noise, frames: frames) else { return .passed }
    let difference = reference.largestDifference(from: other)
    guard difference > tolerance * reference.peak else { return .passed }
    let found = finding(
      .warning, "The output differs by up to \(difference) (peak \(reference.peak)) with buffers aligned to 4 bytes.",
      call: "run()", seed: context.seed)
    return try context.confirmed([found]) { context in
      try context.record(context.noise, frames: frames).isIdentical(to: reference)
        && misaligned(context).isIdentical(to: other)
    }
  }

  private static func misaligned(_ context: PluginContext) throws -> Recording {
    var setup = InstanceSetup(context)
    setup.memory = .misaligned
    return try context.record(context.noise, frames: frames, setup)
  }
}
