import LV2Host
import TestHost
import ValidationModel

/// Takes the measurements of one plug-in; to be used in a child process, since the plug-in may end it.
package struct Meter {
  /// Samples of an impulse response: a power of two, more than a second.
  static let length = 1 << 16
  /// For controls to come to rest, in seconds.
  static let settling = 0.5
  /// Loud enough for every stage, and not so loud that a plug-in within reason clips: -12 dBFS.
  static let amplitude: Float = 0.25
  /// The most controls whose steps are measured.
  static let controls = 16

  let context: PluginContext
  private let end: ContinuousClock.Instant

  /// - Parameter time: when it is over, what is left is omitted.
  package init(_ context: PluginContext, time: Duration) {
    self.context = context
    end = .now + time
  }

  /// Takes everything.
  ///
  /// - Parameter report: given the measurements so far after each, in case the plug-in ends the process in the next.
  /// - Throws: `HostError`, where the plug-in cannot be instantiated; and what `report` throws.
  package func measure(_ report: (Measurements) throws -> Void) throws {
    var measurements = Measurements()
    do {
      let instance = try instance(.defaults)
      measurements.input = instance.mainInput?.name
      measurements.output = instance.mainOutput?.name
    }
    CrashRecord.note(activity: "timing blocks")
    measurements.times = try blockTimes()
    try report(measurements)
    guard measurements.input != nil, measurements.output != nil else {
      measurements.omissions.append("It has no audio input and output: there is no response to measure.")
      return try report(measurements)
    }
    CrashRecord.note(activity: "measuring its response")
    let impulse = try self.impulse(.defaults)
    guard impulse.samples.allSatisfy(\.isFinite) else {
      measurements.omissions.append("Its output is not finite at the defaults.")
      return try report(measurements)
    }
    measurements.response = Response(.defaults, impulse: impulse.samples, rate: context.rate, latency: impulse.latency)
    measurements.impulse = self.curve(ofImpulse: impulse.samples)
    try report(measurements)
    CrashRecord.note(activity: "measuring its distortion")
    measurements.spectrum = try spectrum()
    if measurements.spectrum == nil { measurements.omissions.append("A sine of 1 kHz does not come out of it.") }
    try report(measurements)
    CrashRecord.note(activity: "measuring steps of its controls")
    try measureSteps(&measurements)
    try report(measurements)
    CrashRecord.note(activity: "measuring what its controls do to the response")
    try measureFamilies(&measurements)
    try report(measurements)
  }

  /// The frequency response at one setting, fine enough for a plot of its own.
  ///
  /// - Throws: `HostError`, where the plug-in cannot be instantiated or there is no such preset.
  package func response(_ setting: Setting) throws(HostError) -> Response {
    let impulse = try self.impulse(setting)
    return Response(
      setting, impulse: impulse.samples, rate: context.rate, latency: impulse.latency, bandsPerOctave: 96)
  }

  /// The control inputs that a user turns, in the order of the ports.
  var knobs: [PortDescription] {
    context.plugin.ports(.control, .input).filter { port in
      !port.isDesignated(URI.Core.freeWheeling) && (port.range(rate: context.rate).map { !$0.isEmpty } ?? false)
    }
  }

  var isOutOfTime: Bool { .now > end }

  /// An active instance at a setting.
  func instance(_ setting: Setting, blockLength: Int? = nil) throws(HostError) -> InstanceUnderTest {
    let instance = try InstanceUnderTest(context, InstanceSetup(rate: context.rate, blockLength: blockLength ?? context.blockLength))
    if let uri = setting.preset {
      let preset = try context.world.preset(uri, map: InstanceUnderTest.map)
      preset.restore(into: instance.hosted)
      for (symbol, value) in preset.portValues { set(symbol, value, instance) }
    }
    for control in setting.controls { set(control.symbol, control.value, instance) }
    instance.activate()
    return instance
  }

  /// What comes out after an impulse, once the controls have come to rest, as if the impulse had been 1.
  func impulse(_ setting: Setting, length: Int = Meter.length) throws(HostError) -> (samples: [Float], latency: Double)
  {
    let instance = try instance(setting)
    let before = rest(instance)
    let output = instance.capture(.impulse(at: before), frames: length, from: before, gain: Meter.amplitude)
    // A power of two: nothing is rounded.
    return (output.prefix(length).map { $0 / Meter.amplitude }, instance.latency)
  }

  /// Runs silence until the controls have come to rest; returns the number of frames.
  func rest(_ instance: InstanceUnderTest, _ signal: Signal = .silence) -> Int {
    let block = instance.configuration.maximumBlockLength
    let frames = (Int(Meter.settling * context.rate) + block - 1) / block * block
    _ = instance.capture(signal, frames: frames)
    return frames
  }

  private func set(_ symbol: String, _ value: Float, _ instance: InstanceUnderTest) {
    if let port = context.plugin.port(symbol: symbol), port.kind == .control, port.isInput {
      instance[control: port.index] = value
    }
  }

  /// The impulse response until it has died down by 60 dB, drawn from a little before.
  private func curve(ofImpulse samples: [Float]) -> Curve {
    let peak = samples.reduce(0) { max($0, abs($1)) }
    let last = samples.lastIndex { abs($0) > peak / 1000 } ?? 0
    let count = min(samples.count, max(64, last + last / 8))
    return Curve(thinning: samples.prefix(count), columns: 400, start: 0, step: 1000 / context.rate)
  }

  private func spectrum() throws(HostError) -> Spectrum? {
    // A prime number of cycles: every sample of the stretch is another one.
    let cycles = 1361
    let frequency = Double(cycles) * context.rate / Double(Meter.length)
    let sine = Signal.sine(frequency: frequency, amplitude: 1)
    let instance = try instance(.defaults)
    let before = rest(instance, sine)
    let output = Array(instance.capture(sine, frames: Meter.length, from: before).prefix(Meter.length))
    guard output.allSatisfy(\.isFinite) else { return nil }
    return Spectrum(output, cycles: cycles, rate: context.rate)
  }
}
