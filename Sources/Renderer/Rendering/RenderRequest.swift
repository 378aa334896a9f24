/// Everything that a rendering depends on.
public struct RenderRequest: Sendable {
  /// The origin of an input.
  public enum Source: Hashable, Sendable {
    /// A path, or `-` for standard input.
    case file(String)
    /// A sine; frequency in hertz.
    case tone(Double)
    /// White noise; the same seed produces the same samples.
    case noise
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
    /// A label or URI.
    public var preset: String?
    /// The path of a state that a host saved.
    public var state: String?
    public var settings: [ControlAssignment] = []

    public init(_ uri: String) { self.uri = uri }
  }

  /// What the output is compared with, instead of being written.
  public struct Comparison: Hashable, Sendable {
    public enum Reference: Hashable, Sendable {
      /// A sound file.
      case file(String)
      /// The output with the plug-ins of this bundle, which replace installed ones with the same URIs.
      case bundle(String)
    }

    public var reference: Reference
    /// The largest difference of a sample that does not count.
    public var tolerance = Decibels(-120)
    /// The path of a file for the difference, sample by sample.
    public var difference: String?

    public init(_ reference: Reference) { self.reference = reference }
  }

  /// The length of the output after the end of the input.
  public enum Tail: Hashable, Sendable {
    /// Until silence (see `TailDetector`), at most this long.
    case untilSilence(limit: TimePoint)
    case fixed(TimePoint)

    /// The largest possible length.
    var limit: TimePoint {
      switch self {
      case .untilSilence(let limit), .fixed(let limit): limit
      }
    }
  }

  /// In hertz.
  public static let highestRate = 768_000

  /// Empty if the first plug-in is a generator.
  public var inputs: [Input] = []
  /// The path of a file for the side chain of the first plug-in.
  public var sideChain: String?
  /// A path, or `-` for standard output.
  public var output = ""
  public var plugins: [Plugin] = []
  /// The bundle whose plug-ins replace installed ones with the same URIs.
  var replacement: String?
  /// What the output is compared with.
  var comparison: Comparison?
  /// The sample rate of the plug-ins and the output in hertz; nil for the rate of the first file, or 48000 without a
  /// file.
  public var rate: Int?
  /// The layout of input files without a header, whose names end in `.raw`.
  public var raw: RawLayout?
  /// The path of a standard MIDI file that is played to the plug-ins.
  public var midi: String?
  /// Notes that are played to the plug-ins.
  public var notes: NoteList?
  /// Quarters in a minute; nil for the tempos of the MIDI file, or 120.
  public var tempo: Double?
  /// The channels of tones and noise.
  public var channels = 1
  /// The length of tones and noise, of what is played to the plug-ins, and of the output without inputs.
  public var length: TimePoint?
  /// The length of the fade-in and of the fade-out of tones and noise.
  public var fade = TimePoint.frames(0)
  /// The peak of tones and noise.
  public var level = Decibels(-12)
  public var seed: UInt64 = 1
  public var tail = Tail.untilSilence(limit: .seconds(60))
  /// The name of the container; nil to derive it from the extension.
  public var format: String?
  /// The name of the sample encoding; nil for that of the first file if the container supports it, or the container's
  /// default.
  public var encoding: String?
  /// Whether to add triangular dither before rounding to integers; nil to add it if `encoding` is set.
  public var dither: Bool?
  /// 0 for the smallest file to 1 for the best quality; lossy encodings and FLAC only.
  public var quality: Double?
  /// The peak of the normalized output in dBFS; nil for no normalization.
  public var normalize: Decibels?
  /// The block length of run() in frames; automation reduces it (see `ChainPlanner.automationStep`).
  public var blockLength = 1024
  /// The time limit of one call of a plug-in, in seconds.
  public var timeout = 60

  /// Whether the output is standard output, so that nothing else may be printed there.
  public var writesToStandardOutput: Bool { StandardStream.output.isMeant(by: output) }

  public init() {}
}
