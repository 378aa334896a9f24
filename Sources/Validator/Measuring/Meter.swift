import LV2Host
import Model
import TestHost

/// Measures one plug-in. Use it in a child process, since the plug-in can crash or hang.
package struct Meter {
  /// The length of an impulse response, in samples: a power of two, more than a second at 48 kHz.
  static let length = 1 << 16
  /// The time that control smoothing is given before a measurement, in seconds.
  static let settling = 0.5
  /// The amplitude of test signals, -12 dBFS: above the threshold of most dynamics processors, below clipping.
  static let amplitude: Float = 0.25
  /// The maximum number of controls that are measured.
  static let maximumControls = 16
  /// The number of timed blocks of noise, and of silence.
  private static let timedBlocks = 256
  /// The number of runs from which the minimum time of each block is taken, to exclude the time of other processes.
  private static let timedRuns = 3

  let context: PluginContext
  private let end: ContinuousClock.Instant

  /// - Parameter time: the time limit; measurements that have not started by then are omitted.
  package init(_ context: PluginContext, time: Duration) {
    self.context = context
    end = .now + time
  }

  /// Makes all measurements.
  ///
  /// - Parameter report: called after each kind of measurement with all results so far, since the plug-in can end the
  ///   process during the next.
  /// - Throws: `HostError` if the plug-in cannot be instantiated; any error of `report`.
  package func measure(_ report: (Measurements) throws -> Void) throws {
    var measurements = Measurements()
    do {
      let instance = try instance(.defaults)
      measurements.input = instance.mainInput?.name
      measurements.output = instance.mainOutput?.name
    }
    CrashRecord.note(activity: "measuring block times")
    measurements.times = try blockTimes()
    try report(measurements)
    guard measurements.input != nil, measurements.output != nil else {
      measurements.omissions.append("The plug-in lacks an audio input or an audio output: no response was measured.")
      return try report(measurements)
    }
    CrashRecord.note(activity: "measuring the impulse response")
    let impulse = try self.impulse(.defaults)
    guard impulse.samples.allSatisfy(\.isFinite) else {
      measurements.omissions.append(
        "The output contains NaN or infinite samples at the default controls: no response was measured.")
      return try report(measurements)
    }
    measurements.response = Response(.defaults, impulse: impulse.samples, rate: context.rate, latency: impulse.latency)
    measurements.impulse = curve(ofImpulse: impulse.samples)
    try report(measurements)
    CrashRecord.note(activity: "measuring distortion")
    measurements.spectrum = try spectrum()
    if measurements.spectrum == nil {
      measurements.omissions.append(
        "The output for a sine of 1 kHz is below -100 dBFS or not finite: no spectrum was measured.")
    }
    try report(measurements)
    CrashRecord.note(activity: "measuring step responses of the controls")
    try measureSteps(&measurements)
    try report(measurements)
    CrashRecord.note(activity: "measuring the response at several values of the controls")
    try measureFamilies(&measurements)
    try report(measurements)
  }

  /// Whether the plug-in has an audio input and an audio output, between which there is a response.
  package var hasAudioPath: Bool {
    !context.plugin.ports(.audio, .output).isEmpty && context.plugin.ports(.audio, .input).contains { !$0.isSideChain }
  }

  /// Returns the frequency response at one setting, with the resolution of a large plot; nil if the output is not finite.
  ///
  /// - Precondition: there is an audio path.
  /// - Throws: `HostError` if the plug-in cannot be instantiated or the preset does not exist.
  package func response(_ setting: Setting) throws(HostError) -> Response? {
    let impulse = try self.impulse(setting)
    guard impulse.samples.allSatisfy(\.isFinite) else { return nil }
    return Response(setting, impulse: impulse.samples, rate: context.rate, latency: impulse.latency, bandsPerOctave: 96)
  }

  /// The control inputs that a user can change, in port order.
  var controls: [PortDescription] {
    context.plugin.ports(.control, .input).filter { port in
      !port.isDesignated(URI.Core.freeWheeling) && (port.range(rate: context.rate).map { !$0.isEmpty } ?? false)
    }
  }

  var isOutOfTime: Bool { .now > end }

  /// Returns an activated instance at a setting.
  func instance(_ setting: Setting, blockLength: Int? = nil) throws(HostError) -> InstanceUnderTest {
    let instance = try InstanceUnderTest(
      context, InstanceSetup(rate: context.rate, blockLength: blockLength ?? context.blockLength))
    if let uri = setting.preset {
      let preset = try context.world.preset(uri, map: InstanceUnderTest.map)
      preset.restore(into: instance.hosted)
      for (symbol, value) in preset.portValues { set(symbol, value, instance) }
    }
    for control in setting.controls { set(control.symbol, control.value, instance) }
    instance.activate()
    return instance
  }

  /// Returns the output from the frame of an impulse on, scaled to an impulse of 1, with settled controls.
  ///
  /// What the plug-in plays without an input, such as a hum, is subtracted if it plays the same again.
  func impulse(_ setting: Setting, length: Int = Meter.length) throws(HostError) -> (samples: [Float], latency: Double)
  {
    let instance = try instance(setting)
    let start = settle(instance)
    let isQuiet = instance.mainOutputIsSilent
    var output = instance.capture(.impulse(at: start), frames: length, from: start, gain: Meter.amplitude)
    if !isQuiet {
      let own = try ownSound(setting, length)
      if try ownSound(setting, length) == own { output = zip(output, own).map { $0 - $1 } }
    }
    // The amplitude is a power of two, so the division is exact.
    return (output.prefix(length).map { $0 / Meter.amplitude }, instance.latency)
  }

  /// The output in the frames of an impulse, without it.
  private func ownSound(_ setting: Setting, _ length: Int) throws(HostError) -> [Float] {
    let instance = try instance(setting)
    return instance.capture(.silence, frames: length, from: settle(instance))
  }

  /// Plays a signal until control smoothing has settled, and returns the number of frames.
  func settle(_ instance: InstanceUnderTest, _ signal: Signal = .silence) -> Int {
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

  /// Measures the duration of each call of `run()`.
  private func blockTimes() throws(HostError) -> BlockTimes {
    let instance = try instance(.defaults)
    let length = instance.configuration.maximumBlockLength
    var minima = [Double](repeating: .infinity, count: 2 * Meter.timedBlocks)
    for round in 0..<Meter.timedRuns {
      if round > 0 { instance.reset() }
      var block = 0
      let timed = { (instance: InstanceUnderTest, frames: Int) in
        let start = ContinuousClock.now
        instance.run(frames)
        minima[block] = min(minima[block], (ContinuousClock.now - start) / .microseconds(1))
        block += 1
      }
      let noise = Signal.noise(amplitude: Meter.amplitude, seed: context.seed)
      _ = instance.capture(noise, frames: Meter.timedBlocks * length, run: timed)
      _ = instance.capture(.silence, frames: Meter.timedBlocks * length, run: timed)
    }
    return BlockTimes(
      rate: context.rate, block: length, silenceFrom: Meter.timedBlocks, microseconds: minima.map(\.compact))
  }

  /// Returns the impulse response up to the last sample above -60 dB of the peak and an eighth more, at least 64
  /// samples.
  private func curve(ofImpulse samples: [Float]) -> Curve {
    let peak = samples.reduce(0) { max($0, abs($1)) }
    let last = samples.lastIndex { abs($0) > peak / 1000 } ?? 0
    let count = min(samples.count, max(64, last + last / 8))
    return Curve(thinning: Array(samples.prefix(count)), columns: 400, start: 0, step: 1000 / context.rate)
  }

  private func spectrum() throws(HostError) -> Spectrum? {
    // A prime number of cycles: no two samples of the sine have the same phase.
    let cycles = 1361
    let frequency = Double(cycles) * context.rate / Double(Meter.length)
    let sine = Signal.sine(frequency: frequency, amplitude: 1)
    let instance = try instance(.defaults)
    let start = settle(instance, sine)
    let output = Array(instance.capture(sine, frames: Meter.length, from: start).prefix(Meter.length))
    guard output.allSatisfy(\.isFinite) else { return nil }
    return Spectrum(output, cycles: cycles, rate: context.rate)
  }
}
