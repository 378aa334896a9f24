import Model
import Support
import TestHost

enum AudioDenormal: PluginCheck {
  enum Message: MessageKind {
    case output

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .note,
          rule: Rule(
            "Arithmetic on subnormal numbers costs tens of cycles on many processors, in this plug-in and in later "
              + "ones",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Set the state of recursive filters and delay lines before {the output} to zero when its magnitude is "
            + "below 1e-15, or set flush-to-zero in run() and restore it.")
      }
    }
  }

  static let id: CheckID = "audio.denormal"
  static let text = CheckText(
    asserts: "No output sample is subnormal if the host does not flush subnormal numbers to zero.",
    method: "Plays noise and then up to 6 s of silence with flush-to-zero off, and searches the output for samples "
      + "with a magnitude below 2^-126.",
    level: CheckLevel(9, "Most hosts set flush-to-zero."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("the plug-in has no audio or CV output") }
    let instance = try context.activeInstance()
    instance.play(context.noise, frames: 8192)
    let place = instance.firstPlace(streaming: .silence, seconds: context.reduced(6)) { instance.firstDenormal(in: $0) }
    guard let place else { return .passed }
    let seconds = (Double(place.frame) / context.rate * 100).rounded() / 100
    return outputFinding(
      .output, place.port, context,
      "is the subnormal number \(place.value.text) after \(seconds.text) s of silence; expected zero or a normal "
        + "number.",
      naming: ["output \(context.name(place.port))"])
  }
}
