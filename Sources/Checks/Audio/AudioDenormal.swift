import LV2Host
import TestHost
import ValidationModel

enum AudioDenormal: PluginCheck {
  static let id: CheckID = "audio.denormal"
  static let text = CheckText(
    asserts: "No subnormal sample comes out when the host does not flush subnormal numbers to zero.",
    rule: "Arithmetic on subnormal numbers costs tens of cycles on many processors, here and in what comes after",
    source: "our own: no term of the specification asks for it",
    method: "Plays noise and then up to 6 s of silence with flush-to-zero off, and looks for samples below 2^-126.",
    remedy: "Flush the state of recursive filters when it is small, or set flush-to-zero in run() and restore it.",
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    instance.play(context.noise, frames: 8192)
    var found: Recording.Place?
    instance.stream(.silence, frames: Int(6 * context.rate)) { frame, length in
      guard var place = instance.firstOutput(in: length, where: \.isSubnormal) else { return true }
      place.frame += frame
      found = place
      return false
    }
    guard let found else { return .passed }
    let seconds = (Double(found.frame) / context.rate * 100).rounded() / 100
    return .findings([
      finding(
        .note,
        "Output \(context.name(found.port)) is \(found.value), a subnormal number, after \(seconds) s of silence.",
        call: "run()", seed: context.seed)
    ])
  }
}
