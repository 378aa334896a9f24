import LV2Kit

/// The spectra of the input and the output of a running instance, in bands of a constant part of an octave.
///
/// The value of a band is its power: a sine wave of full scale has 0 dB in bands of every width. Where the bands are wider
/// than the resolution of the transform, pink noise is a horizontal line.
///
/// The analyzer requests recordings of successive samples, with pauses: a recording costs time on the audio thread. The
/// pictures between two recordings move towards the last one.
public final class Analyzer {
  /// Which spectra are shown.
  public enum Selection { case off, output, inputAndOutput }

  public enum Speed: Sendable {
    case slow, medium, fast
    /// The time constant of the mean power, in seconds.
    var seconds: Double { self == .slow ? 1 : self == .medium ? 0.3 : 0.1 }
    /// The frames of a recording: at 48 kHz 170, 85 or 43 ms. The pause after it is five times as long.
    var frames: Int { self == .slow ? 8192 : self == .medium ? 4096 : 2048 }
  }

  /// The width of the bands.
  public enum Smoothing: Sendable {
    case off, twentyFourth, twelfth, sixth, third

    /// The width in octaves. Without smoothing it is twice the distance of the points of the picture.
    var octaves: Double {
      switch self {
      case .off: 2 / Analyzer.bandsPerOctave
      case .twentyFourth: 1.0 / 24
      case .twelfth: 1.0 / 12
      case .sixth: 1.0 / 6
      case .third: 1.0 / 3
      }
    }
  }

  public var selection = Selection.inputAndOutput
  public var speed = Speed.medium
  /// The height of the picture in decibels. Its upper edge is full scale.
  public var range = 90.0
  public var smoothing = Smoothing.twelfth {
    didSet {
      changeBands()
      clearPeaks()
    }
  }
  /// Whether the highest levels of the output are kept.
  public var holdsPeaks = false {
    didSet { clearPeaks() }
  }

  private let tap: Tap
  private let rate: Double
  private let transform = FourierTransform(count: Analyzer.frames)
  /// A Hann window with the length of the last recording.
  private var window: [Double] = []
  private var real = [Double](repeating: 0, count: Analyzer.frames)
  private var imaginary = [Double](repeating: 0, count: Analyzer.frames)
  /// The powers of the bins below half the rate, summed from the first one on.
  private var inputSums = [Double](repeating: 0, count: Analyzer.frames / 2 + 1)
  private var outputSums = [Double](repeating: 0, count: Analyzer.frames / 2 + 1)
  /// The edges of the bands, in bins.
  private var lowerEdges, upperEdges: [Double]
  /// The last recording that was transformed, and the frames of it.
  private var lastRecording: Int
  private var recordedFrames = Speed.medium.frames
  /// The position in the recording at the last update, and the seconds since it changed.
  private var lastPosition: Int
  private var idleTime = Double.infinity
  /// Whether the last recording contained zeros only, and the powers of the bins are zero.
  private var isSilent = true
  /// Whether the mean powers are zero too.
  private var isQuiet = true
  /// The mean powers of the bands.
  private(set) var inputs, outputs, peaks: [Double]

  /// The frames of a transform. Zeros follow a shorter recording.
  static var frames: Int { 8192 }
  /// The length of a pause, in recordings.
  private static var pause: Double { 5 }
  /// If a recording makes no progress in this time, the instance does not run. In seconds.
  private static var patience: Double { 0.25 }
  /// Bands in an octave: the points of the picture. The bands overlap.
  static var bandsPerOctave: Double { 96 }
  /// The center of the lowest band in hertz.
  static var lowest: Double { 20 }

  /// - Parameters:
  ///   - memory: the memory of a tap. The analyzer is one of its owners.
  ///   - rate: the sample rate in hertz.
  public init(memory: UnsafeMutableRawPointer, rate: Double) {
    tap = Tap(memory: memory)
    self.rate = rate
    let bands = Int(10 * Self.bandsPerOctave)
    inputs = [Double](repeating: 0, count: bands)
    outputs = inputs
    peaks = inputs
    lowerEdges = inputs
    upperEdges = inputs
    lastRecording = tap.count
    lastPosition = tap.position
    setWindow(recordedFrames)
  }

  deinit { tap.removeOwner() }

  /// Adapts the window to the length of a recording. The power of a sine wave of full scale is 1 after the sum over its bins.
  private func setWindow(_ frames: Int) {
    recordedFrames = frames
    let scale = (2.0 / 1.5).squareRoot() / (Double(frames) * Double(Self.frames)).squareRoot() * 2
    window = (0..<frames).map { frame in
      let angle = 2 * Double.pi * Double(frame) / Double(frames)
      return scale * 0.5 * (1 - cosine(angle)) * 1.414213562373095
    }
    changeBands()
  }

  /// The center of a band in hertz.
  static func frequency(_ band: Int) -> Double { lowest * exp2(Double(band) / bandsPerOctave) }

  /// Continues the spectra. A complete recording is transformed, and the next one is requested after a pause.
  ///
  /// - Parameter seconds: the time since the last call.
  /// - Returns: whether the spectra have changed.
  func update(seconds: Double) -> Bool {
    guard selection != .off else { return false }
    let position = tap.position
    idleTime = position == lastPosition ? idleTime + seconds : 0
    lastPosition = position
    if tap.isComplete && tap.count != lastRecording {
      lastRecording = tap.count
      transformRecording()
      // With long blocks, the whole recording may be between two calls.
      idleTime = 0
    }
    let pause = tap.isComplete ? Self.pause * Double(tap.frames) / rate : 0
    if idleTime >= pause { tap.request(speed.frames) }
    if idleTime > pause + Self.patience { clear() }
    if isQuiet { return false }
    let part = 1 - exponentialDecay(seconds / speed.seconds)
    var loudest = 0.0
    for band in outputs.indices {
      inputs[band] += part * (power(inputSums, of: band) - inputs[band])
      outputs[band] += part * (power(outputSums, of: band) - outputs[band])
      loudest = max(loudest, inputs[band], outputs[band])
      if holdsPeaks { peaks[band] = max(peaks[band], outputs[band]) }
    }
    isQuiet = isSilent && loudest < 1e-13
    return true
  }

  /// Sets the powers of the bins to zero.
  private func clear() {
    guard !isSilent else { return }
    isSilent = true
    for bin in inputSums.indices {
      inputSums[bin] = 0
      outputSums[bin] = 0
    }
  }

  /// Transforms the recording. One complex transform computes both spectra: the input is the real part, the output the imaginary part.
  private func transformRecording() {
    if tap.frames != recordedFrames { setWindow(tap.frames) }
    var isZero = true
    for frame in 0..<Self.frames {
      let isRecorded = frame < recordedFrames
      let input = isRecorded ? Double(tap.sample(frame, ofOutput: false)) : 0
      let output = isRecorded ? Double(tap.sample(frame, ofOutput: true)) : 0
      real[frame] = input.isFinite && isRecorded ? input * window[frame] : 0
      imaginary[frame] = output.isFinite && isRecorded ? output * window[frame] : 0
      if real[frame] != 0 || imaginary[frame] != 0 { isZero = false }
    }
    if isZero { return clear() }
    (isSilent, isQuiet) = (false, false)
    transform.transform(&real, &imaginary)
    var (input, output) = (0.0, 0.0)
    for bin in 1..<Self.frames / 2 {
      let mirror = Self.frames - bin
      let (a, b) = (real[bin] + real[mirror], imaginary[bin] - imaginary[mirror])
      let (c, d) = (imaginary[bin] + imaginary[mirror], real[bin] - real[mirror])
      input += 0.25 * (a * a + b * b)
      output += 0.25 * (c * c + d * d)
      inputSums[bin + 1] = input
      outputSums[bin + 1] = output
    }
  }

  /// Computes the edges of the bands. A band has at least the bins over which the window spreads a sine wave: four without
  /// zeros after the recording.
  private func changeBands() {
    let ratio = exp2(smoothing.octaves / 2)
    let spread = 2 * Double(Self.frames / recordedFrames)
    for band in lowerEdges.indices {
      let center = Self.frequency(band) * Double(Self.frames) / rate
      lowerEdges[band] = min(center / ratio, center - spread) + 0.5
      upperEdges[band] = max(center * ratio, center + spread) + 0.5
    }
  }

  private func clearPeaks() { for band in peaks.indices { peaks[band] = 0 } }

  private func power(_ sums: [Double], of band: Int) -> Double {
    sum(sums, upperEdges[band]) - sum(sums, lowerEdges[band])
  }

  /// The power below an edge between bins.
  private func sum(_ sums: [Double], _ edge: Double) -> Double {
    let limited = max(0, min(edge, Double(Self.frames / 2) - 0.001))
    let bin = Int(limited)
    return sums[bin] + (limited - Double(bin)) * (sums[bin + 1] - sums[bin])
  }
}
