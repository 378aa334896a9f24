import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum LatencyImpulse: PluginCheck {
  enum Message: MessageKind {
    case invalidValue, delay, undesignated, unreported

    var text: MessageText {
      switch self {
      case .invalidValue:
        MessageText(
          .warning,
          rule: Rule(
            "The latency port expresses \"the processing latency incurred by the plugin, expressed in samples\"",
            source: "lv2core: lv2:reportsLatency, lv2:latency"),
          remedy:
            "Write the delay of the main signal path, a finite number of frames, to {the latency port} in every run(), "
            + "run(0) included.")
      case .delay:
        MessageText(
          .warning,
          rule: Rule(
            "The latency port expresses the processing latency in samples; \"the value should be the most reasonable "
              + "one based on user expectation of input/output alignment\"",
            source: "lv2core: lv2:reportsLatency, lv2:latency"),
          remedy:
            "Write {the measured delay} to {the latency port} at {this sample rate}, in every run(), run(0) included: "
            + "the delay of the main signal path in frames at the current sample rate.{ Change nothing if the purpose "
            + "of the plug-in is to report a latency.}")
      case .undesignated:
        MessageText(
          .note, rule: oneLatencyPort, remedy: "Give {the port} the property 'lv2:designation lv2:latency'.")
      case .unreported:
        MessageText(
          .note, rule: oneLatencyPort,
          remedy:
            "If the delay is not the purpose of the plug-in, add a control output with the designation lv2:latency, and "
            + "write {the delay} to it in every run().")
      }
    }
  }

  private static let oneLatencyPort = Rule(
    "\"If a plugin introduces latency it MUST provide EXACTLY ONE port\" that reports it, by \"a lv2:designation of "
      + "lv2:latency\"",
    source: "lv2core: lv2:reportsLatency, lv2:latency")

  static let id: CheckID = "latency.impulse"
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "The delay of an impulse equals the value of the latency port, which has the designation lv2:latency.",
    method: "Plays an impulse at the default controls, at the rate of the run and at twice that rate, and at up to 32 "
      + "other settings, in fresh instances, after a change during sound, and with an impulse as a "
      + "file. The center of the response's energy may "
      + "differ from the reported latency by 8 frames.",
    details:
      "The latency is measurable if 90 % of the energy is within 8 frames of the peak. Otherwise the check is skipped: "
      + "for reverbs, echoes and resonant filters. It is also skipped for the class lv2:DelayPlugin, whose delay is "
      + "intentional, and no setting moves a control that is named after a delay or a time. A plug-in whose class "
      + "is that of a reverb, a modulation or a pitch effect is only examined at its defaults. A control output named latency without the designation is a note if its value is the measured "
      + "delay. A constant delay of more than 8 frames without any such output is a note, unless the class or a name "
      + "says that the plug-in delays.",
    level: CheckLevel(6, "Hosts align parallel tracks by the reported latency."))

  /// In frames.
  static let tolerance = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let port = context.plugin.latencyPort ?? undesignatedPort(context) else {
      return try LatencyMeasurement.unreported(context).map { delay in
        runFinding(
          .unreported, context,
          "An impulse is delayed by \(delay.counted("frame")) at the defaults, but the plug-in has no port that reports a "
            + "latency, so no host compensates it.", naming: ["\(delay)"])
      } ?? .skipped("the plug-in has no latency port")
    }
    if let reason = context.plugin.missingAudioPath { return .skipped(reason) }
    guard context.plugin.classURI != URI.Core.delayPlugin else {
      return .skipped("the plug-in is an lv2:DelayPlugin, whose delay is intentional")
    }
    if context.plugin.latencyPort == nil { return try undesignatedOutcome(context, port) }
    let usual = try outcome(context, port, at: context.rate)
    guard usual == .passed else {
      // Without a file, a convolver can be silent.
      guard usual.findings.isEmpty, !context.plugin.hasDelayingClass,
        let finding = try fileFinding(context, port)
      else { return usual }
      return .findings([finding])
    }
    // life.instantiate reports an instance that is NULL.
    let other = try unlessNull { try outcome(context, port, at: 2 * context.rate) }
    if let findings = other?.findings, !findings.isEmpty { return .findings(findings) }
    // The true delay of a pitch shifter depends on its ratio, and that of a chorus moves.
    if context.plugin.hasDelayingClass { return .passed }
    if let finding = try settingFinding(context, port) { return .findings([finding]) }
    return .findings(try fileFinding(context, port).map { [$0] } ?? [])
  }

  private static func undesignatedPort(_ context: PluginContext) -> PortDescription? {
    context.plugin.ports(.control, .output).first { port in
      [port.symbol, port.name].contains { $0.lowercased().contains("latency") }
    }
  }

  private static func undesignatedOutcome(_ context: PluginContext, _ port: PortDescription) throws -> CheckOutcome {
    let instance = try context.activeInstance()
    instance.play(.silence, frames: 8192)
    let reported = Double(instance[control: port.index])
    guard reported > Double(tolerance), reported < 1e6 else { return .passed }
    let recording = instance.play(.impulse(at: 0), frames: 16384 + Int(reported))
    guard let measured = recording.channels.compactMap(LatencyMeasurement.center).min(),
      abs(measured - reported) <= Double(tolerance)
    else { return .passed }
    return runFinding(
      .undesignated, about: port.symbol, context,
      "Output '\(port.symbol)' reports the delay of \(Int(measured.rounded()).counted("frame")) but has no designation "
        + "lv2:latency, so no host compensates it.", naming: ["output '\(port.symbol)'"])
  }

  private static func outcome(
    _ context: PluginContext, _ port: PortDescription, at rate: Double
  ) throws -> CheckOutcome {
    let instance = try context.activeInstance(InstanceSetup(rate: rate, blockLength: context.blockLength))
    instance.play(.silence, frames: 8192)
    let reported = instance[control: port.index]
    guard reported.isFinite, reported >= 0, reported < 1e6, !reported.isSubnormal else {
      let integer = reported.isSubnormal ? " It has the bits of the integer \(reported.bitPattern)." : ""
      return finding(
        .invalidValue, about: port.symbol,
        "Latency port '\(port.symbol)' contains \(reported.text) at \(Int(rate)) Hz; expected a finite number of "
          + "frames from 0 to 1000000.\(integer)", naming: ["port '\(port.symbol)'"], call: "run()")
    }
    let recording = instance.play(.impulse(at: 0), frames: 16384 + Int(reported))
    guard let measured = recording.channels.compactMap(LatencyMeasurement.center).min() else {
      return .skipped("the impulse response has no single peak")
    }
    guard abs(measured - Double(reported)) > Double(tolerance) else { return .passed }
    let delay = Int(measured.rounded())
    return runFinding(
      .delay, about: port.symbol, context,
      "Latency port '\(port.symbol)' reports \(Int(reported).counted("frame")) at \(Int(rate)) Hz, but an impulse is "
        + "delayed by \(delay.counted("frame")).",
      naming: [
        "\(delay)", "port '\(port.symbol)'", "\(Int(rate)) Hz",
        delay == 0 ? " Change nothing if the purpose of the plug-in is to report a latency." : "",
      ])
  }

  /// The finding about the first setting of the sweep at which the reported latency is not the delay of an impulse.
  private static func settingFinding(_ context: PluginContext, _ port: PortDescription) throws -> Finding? {
    let settings = context.sweep(seconds: 1, for: id).map(\.withoutDelays).filter { !$0.values.isEmpty }
    for setting in settings {
      for isChange in [false, true] {
        func measure(_ setting: ControlSetting) throws -> LatencyMeasurement? {
          try LatencyMeasurement(context, port, setting, changingDuringSound: isChange)
        }
        guard try measure(setting)?.isWrong == true else { continue }
        var values = setting.values
        try values.reduce { try measure(ControlSetting(values: $0))?.isWrong == true }
        let reduced = ControlSetting(values: values)
        guard let found = try measure(reduced), found.isWrong else { continue }
        let condition = isChange ? "after controls changed during sound to" : "with"
        return runFinding(
          .delay, about: port.symbol, context,
          "Latency port '\(port.symbol)' reports \(Int(found.reported).counted("frame")) \(condition) "
            + "\(reduced.description), but an impulse is delayed by \(Int(found.measured.rounded()).counted("frame")).",
          naming: ["\(Int(found.measured.rounded()))", "port '\(port.symbol)'", "\(Int(context.rate)) Hz", ""],
          controls: reduced.controls)
      }
    }
    return nil
  }

  /// The most settings, besides the defaults, at which the latency with a file is measured.
  private static let fileSettings = 16

  /// The finding about the latency after an impulse was loaded as a file: convolvers begin to work then.
  private static func fileFinding(_ context: PluginContext, _ port: PortDescription) throws -> Finding? {
    let folder = try TemporaryFolder()
    let sound = SoundFile(frames: 64, rate: Int(context.rate), isImpulse: true)
    let file = try folder.write(sound.bytes, to: "impulse.wav")
    let routes = try FileRoute.all(of: context, folder, file: file)
    let settings = context.sweep(seconds: 1, for: id).map(\.withoutDelays).filter { !$0.values.isEmpty }
    for route in routes.prefix(1) {
      func measure(_ setting: ControlSetting) throws -> LatencyMeasurement? {
        try LatencyMeasurement(context, port, setting, changingDuringSound: false) { instance in
          instance.fill(.silence, from: 0, count: instance.configuration.maximumBlockLength)
          instance.prepareAtoms()
          route.request(file, of: instance)
          instance.run(instance.configuration.maximumBlockLength)
          instance.finishWork()
        }
      }
      for setting in [ControlSetting(values: [])] + settings.prefix(context.reduced(fileSettings)) {
        guard try measure(setting)?.isWrong == true else { continue }
        var values = setting.values
        try values.reduce { try measure(ControlSetting(values: $0))?.isWrong == true }
        let reduced = ControlSetting(values: values)
        guard let found = try measure(reduced), found.isWrong else { continue }
        let condition = values.isEmpty ? "" : " with \(reduced.description)"
        return runFinding(
          .delay, about: port.symbol, context,
          "After \(route.name) named an impulse, latency port '\(port.symbol)' reports "
            + "\(Int(found.reported).counted("frame"))\(condition), but an impulse is delayed by "
            + "\(Int(found.measured.rounded()).counted("frame")).",
          naming: ["\(Int(found.measured.rounded()))", "port '\(port.symbol)'", "\(Int(context.rate)) Hz", ""],
          controls: values.isEmpty ? nil : reduced.controls)
      }
    }
    return nil
  }
}
