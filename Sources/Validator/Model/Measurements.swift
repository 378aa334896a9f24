/// The measurements of one plug-in that reports show as plots.
///
/// A child process makes them; they are plain data, so that the parent can draw them without the plug-in.
public struct Measurements: Codable, Sendable, Equatable {
  /// The names of the input and output port that were measured.
  public var input: String?
  public var output: String?
  /// At the default controls.
  public var response: Response?
  /// At the default controls: milliseconds since the impulse, and the output.
  public var impulse: Curve?
  public var spectrum: Spectrum?
  public var times: BlockTimes?
  public var families: [ControlFamily] = []
  public var steps: [StepResponse] = []
  /// What was not measured, and why: one sentence each.
  public var omissions: [String] = []

  public init() {}
}

/// The frequency response from the first main audio input to the first audio output.
public struct Response: Codable, Sendable, Equatable {
  public var setting: Setting
  /// Hertz and decibels, in bands of a fraction of an octave from 20 Hz to 20 kHz; the minimum and maximum of each band.
  public var magnitude: Curve
  /// Hertz and degrees from -180 to 180, with the reported latency removed. Has no points where the magnitude is more than
  /// 120 dB below its peak.
  public var phase: Curve

  public init(setting: Setting, magnitude: Curve, phase: Curve) {
    self.setting = setting
    self.magnitude = magnitude
    self.phase = phase
  }
}

public struct Setting: Codable, Sendable, Equatable {
  /// The text in a legend.
  public var label: String
  /// The control inputs that differ from the defaults, or from the preset.
  public var controls: [Finding.ControlValue]
  /// The URI of the preset to start from; nil to start from the defaults.
  public var preset: String?

  public init(label: String, controls: [Finding.ControlValue] = [], preset: String? = nil) {
    self.label = label
    self.controls = controls
    self.preset = preset
  }

  public static let defaults = Setting(label: "default")
}

/// Points to be joined by lines, from left to right.
public struct Curve: Codable, Sendable, Equatable {
  public var x: [Float]
  /// As many values as `x`.
  public var y: [Float]

  public init(x: [Float] = [], y: [Float] = []) {
    self.x = x
    self.y = y
  }
}

/// The spectrum of the output for a full-scale sine input, at the default controls.
public struct Spectrum: Codable, Sendable, Equatable {
  /// The frequency of the sine, in hertz.
  public var frequency: Float
  /// The level of the fundamental, in dBFS.
  public var level: Float
  /// The harmonics from the second on, in dB relative to the fundamental: at most eight, all below 20 kHz.
  public var harmonics: [Float]
  /// The power of all harmonics, in dB relative to the fundamental.
  public var distortion: Float
  /// The power of everything else from 20 Hz to 20 kHz, in dBFS.
  public var noise: Float
  /// The maximum of each band, 48 bands per octave: hertz and dBFS.
  public var curve: Curve

  public init(frequency: Float, level: Float, harmonics: [Float], distortion: Float, noise: Float, curve: Curve) {
    self.frequency = frequency
    self.level = level
    self.harmonics = harmonics
    self.distortion = distortion
    self.noise = noise
    self.curve = curve
  }
}

/// The duration of each call of `run()`: noise first, then silence.
public struct BlockTimes: Codable, Sendable, Equatable {
  /// The sample rate, in hertz.
  public var rate: Double
  /// The block length, in frames.
  public var block: Int
  public var silenceFrom: Int
  /// In microseconds; for each block, the minimum of several runs.
  public var microseconds: [Float]

  public init(rate: Double, block: Int, silenceFrom: Int, microseconds: [Float]) {
    self.rate = rate
    self.block = block
    self.silenceFrom = silenceFrom
    self.microseconds = microseconds
  }

  /// In microseconds.
  public var median: Float { microseconds.sorted()[microseconds.count / 2] }
  /// In microseconds.
  public var worst: Float { microseconds.max() ?? 0 }
  /// The duration of a block in real time, in microseconds.
  public var available: Double { Double(block) / rate * 1e6 }
}

/// The frequency responses at several values of one control, all other controls at their defaults.
public struct ControlFamily: Codable, Sendable, Equatable {
  public var symbol: String
  public var name: String
  /// From the control's minimum to its maximum.
  public var responses: [Response]

  public init(symbol: String, name: String, responses: [Response]) {
    self.symbol = symbol
    self.name = name
    self.responses = responses
  }
}

/// The output while one control jumps from its minimum to its maximum, for a sine input of 1 kHz at -12 dBFS.
public struct StepResponse: Codable, Sendable, Equatable {
  public var symbol: String
  public var name: String
  public var unit: String?
  public var from: Float
  public var to: Float
  /// Milliseconds since the jump, and the output.
  public var curve: Curve

  public init(symbol: String, name: String, unit: String?, from: Float, to: Float, curve: Curve) {
    self.symbol = symbol
    self.name = name
    self.unit = unit
    self.from = from
    self.to = to
    self.curve = curve
  }
}
