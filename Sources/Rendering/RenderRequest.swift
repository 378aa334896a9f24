/// Everything the user asked for: a plain value, made by the command line and by tests.
public struct RenderRequest: Sendable {
  /// Where sound comes from.
  public enum Source: Hashable, Sendable {
    /// Its path, or `-` for standard input.
    case file(String)
    /// A sine, in hertz.
    case tone(Double)
    /// White noise, repeated exactly by the same seed.
    case noise
    /// No input at all: the first plug-in makes the sound.
    case nothing
  }

  public struct Input: Hashable, Sendable {
    public var source: Source
    public var gain: Decibels

    public init(_ source: Source, gain: Decibels = Decibels(0)) {
      self.source = source
      self.gain = gain
    }
  }

  public struct Plugin: Hashable, Sendable {
    public var uri: String
    /// Label or URI.
    public var preset: String?
    public var settings: [ControlSetting]

    public init(_ uri: String, preset: String? = nil, settings: [ControlSetting] = []) {
      self.uri = uri
      self.preset = preset
      self.settings = settings
    }
  }

  /// How long the sound goes on after the input has ended.
  public enum Tail: Hashable, Sendable {
    /// Until it is silent (see `TailGate`), but no longer than this.
    case untilSilence(limit: TimePoint)
    case fixed(TimePoint)

    /// The longest that it may be.
    var limit: TimePoint {
      switch self {
      case .untilSilence(let limit): limit
      case .fixed(let length): length
      }
    }
  }

  /// In hertz.
  public static let highestRate = 768_000

  public var inputs: [Input]
  /// Its path, or `-` for standard output.
  public var output: String
  public var plugins: [Plugin]
  /// The rate of processing and of the output, in hertz; nil for the first file's, 48000 without a file.
  public var rate: Int?
  /// How input files without a header are read, which are those named `.raw`.
  public var raw: RawLayout?
  /// The channels of tones and noise.
  public var channels = 1
  /// The length of tones, noise and nothing.
  public var length: TimePoint?
  /// Fades tones and noise in and out, each so long.
  public var fade = TimePoint.frames(0)
  /// The peak of tones and noise.
  public var level = Decibels(-12)
  public var seed: UInt64 = 1
  public var tail = Tail.untilSilence(limit: .seconds(60))
  /// The container's name; nil to go by the extension.
  public var format: String?
  /// The samples' encoding; nil for the first file's where the container takes it, or else the container's usual one.
  public var encoding: String?
  /// Adds triangular dither before rounding to whole numbers; nil where `encoding` was asked for.
  public var dither: Bool?
  /// 0 the smallest file, 1 the best sound, for encodings that know such a thing.
  public var quality: Double?
  /// The peak that the whole is brought to, in dBFS.
  public var normalize: Decibels?
  /// The longest block that a plug-in is run with, in frames.
  public var blockLength = 1024
  /// A plug-in that takes longer for one block hangs, in seconds.
  public var patience = 60

  /// Whether the sound goes to standard output, so that nothing else may.
  public var writesToStandardOutput: Bool { StandardStream.output.isMeant(by: output) }

  public init(inputs: [Input], output: String, plugins: [Plugin]) {
    self.inputs = inputs
    self.output = output
    self.plugins = plugins
  }
}
