import Model
import TestHost

enum AudioDenormal: PluginCheck {
  enum Message: MessageKind { case output }

  static let id: CheckID = "audio.denormal"
  static let text = CheckText(
    asserts: "No output sample is subnormal if the host does not flush subnormal numbers to zero.",
    rule: "Arithmetic on subnormal numbers costs tens of cycles on many processors, in this plug-in and in later ones",
    source: "lv2val; no LV2 term states it",
    method: "Plays noise and then up to 6 s of silence with flush-to-zero off, and searches the output for samples "
      + "with a magnitude below 2^-126.",
    remedy: "Flush the state of recursive filters when it becomes small, or set flush-to-zero in run() and restore it.",
    level: CheckLevel(9, "Most hosts set flush-to-zero."),
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("the plug-in has no audio or CV output") }
    let instance = try context.activeInstance()
    instance.play(context.noise, frames: 8192)
    let place = instance.firstPlace(streaming: .silence, seconds: context.reduced(6)) { instance.firstDenormal(in: $0) }
    guard let place else { return .passed }
    let seconds = (Double(place.frame) / context.rate * 100).rounded() / 100
    return outputFinding(
      .output, .note, place.port, context, "is subnormal (\(place.value)) after \(seconds) s of silence.")
  }
}
