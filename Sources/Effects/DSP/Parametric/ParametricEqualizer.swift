/// A parametric equalizer of eight bands in series, in one or two channels.
///
/// A ninth section behind the bands makes a single band audible.
public struct ParametricEqualizer {
  public static var bandCount: Int { 8 }
  /// Frames that pass from band to band at a time.
  private static var chunk: Int { 256 }

  private var bands: BandChain
  private var gain: SmoothedGain
  private var listening: SmoothedSVF
  private var isListening = false
  private var design: BandDesign
  private var loudness: PinkLoudness
  private var settings: InlineArray<8, BandSettings>
  /// The bands with new settings, one bit for each.
  private var changes: UInt8 = 0
  private var bells = BellBank()
  /// Whether a level moves the gain of a band.
  public private(set) var hasDynamics = false
  /// `chunk` samples for each channel, and as many for a band that does not process both channels alike.
  private var intermediate: InlineArray<1024, Double>

  /// - Parameter rate: sample rate in hertz.
  public init(rate: Double) {
    design = BandDesign(rate: rate)
    loudness = PinkLoudness(rate: rate)
    bands = BandChain(rate: rate)
    gain = SmoothedGain(rate: rate)
    listening = SmoothedSVF(rate: rate)
    settings = InlineArray(
      repeating: BandSettings(isEnabled: false, type: .bell, frequency: 1000, gain: 0, q: 1))
    intermediate = InlineArray(repeating: 0)
  }

  /// Sets the states to zero and all parameters to their targets.
  public mutating func reset() {
    bands.reset()
    gain.reset()
    listening.reset()
    isListening = !listening.isIdentity
  }

  /// Sets the target of a band. `finishTargets(gain:isAutomatic:listening:immediately:)` must follow.
  @inline(__always)
  public mutating func setTarget(of band: Int, _ new: BandSettings, immediately: Bool) {
    // Settings of a band without a change need no design.
    if !immediately && new == settings[band] { return }
    settings[band] = new
    changes |= 1 << UInt8(band)
  }

  /// Sets the targets of all other parameters.
  ///
  /// - Parameters:
  ///   - decibels: the gain of the output.
  ///   - isAutomatic: whether the gain of the output compensates the change of the loudness of pink noise.
  ///   - band: the audible band; nil for all of them.
  public mutating func finishTargets(
    gain decibels: Double, isAutomatic: Bool, listening band: Int?, immediately: Bool
  ) {
    setChangedBands(immediately: immediately)
    let level = amplitude(decibels: decibels)
    gain.setTarget(isAutomatic ? level * compensation() : level, immediately: immediately)
    setListening(to: band, immediately: immediately)
    hasDynamics = false
    for band in 0..<Self.bandCount where settings[band].isDynamic { hasDynamics = true }
  }

  @inline(never)
  private mutating func setChangedBands(immediately: Bool) {
    guard changes != 0 else { return }
    for band in 0..<Self.bandCount where hasChanged(band) && settings[band].type == .bell {
      let (frequency, q) = (settings[band].frequency, settings[band].q)
      if !bells.has(band, frequency: frequency, q: q) {
        bells.set(band, frequency: frequency, q: q, design.bellShape(frequency: frequency, q: q))
      }
      bells.setGain(band, settings[band].gain)
    }
    bells.design()
    for band in 0..<Self.bandCount where hasChanged(band) {
      let target = design.target(of: settings[band], bell: bells[band])
      bands.setTarget(of: band, target, immediately: immediately)
      if settings[band].isDynamic {
        bands.setTarget(of: band, curve: design.gainCurve(of: settings[band]), immediately: immediately)
      }
    }
    changes = 0
  }

  @inline(__always) private func hasChanged(_ band: Int) -> Bool { changes & 1 << UInt8(band) != 0 }

  private mutating func setListening(to band: Int?, immediately: Bool) {
    if let band {
      let target = design.listening(to: settings[band])
      if !isListening && !immediately {
        listening.setTarget(target.bypassed, immediately: true)
        listening.reset()
      }
      listening.setTarget(target, immediately: immediately)
    } else if immediately || !listening.hasIdentityAsTarget {
      listening.setTarget(listening.target.bypassed, immediately: immediately)
    }
    isListening = !listening.isIdentity
  }

  /// The gain with which pink noise has the loudness that it has without the bands.
  private mutating func compensation() -> Double {
    loudness.reset()
    for band in 0..<Self.bandCount {
      let settings = settings[band]
      for section in 0..<settings.activeSections {
        loudness.add(design.section(section, of: settings), part: settings.channel == .stereo ? 1 : 0.5)
      }
    }
    return loudness.compensation
  }

  /// Filters `frames` frames of one or two channels. An output may be the buffer of the same channel's input.
  ///
  /// - Parameter keys: what the dynamics follow: the inputs, or other buffers, which no output shares.
  @inline(__always)
  public mutating func process(
    _ inputs: Inputs<Float>, keys: Inputs<Float>, _ outputs: Outputs<Float>, channels: Int, frames: Int
  ) {
    if isIdle { return copy(inputs, outputs, channels, frames) }
    if !isListening, let amplitude = gain.steadyAmplitude,
      bands.processAtOnce(inputs, outputs, gain: amplitude, channels: channels, frames: frames)
    {
      gain.skip(frames)
      return
    }
    var start = 0
    while start < frames {
      let length = min(Self.chunk, frames - start)
      processChunk(
        (inputs.0 + start, inputs.1 + start), (keys.0 + start, keys.1 + start),
        (outputs.0 + start, outputs.1 + start), channels, length)
      start += length
    }
  }

  /// Whether the output equals the input.
  private var isIdle: Bool {
    mutating get { gain.isIdentity && !isListening && !bands.isActive }
  }

  /// The present change of the gain of a band by its dynamics, in decibels.
  public mutating func gainChange(of band: Int) -> Double {
    settings[band].isDynamic ? bands.position(of: band) * settings[band].dynamics.range : 0
  }

  @inline(never)
  private mutating func copy(_ inputs: Inputs<Float>, _ outputs: Outputs<Float>, _ channels: Int, _ frames: Int) {
    gain.skip(frames)
    bands.skip(frames)
    if inputs.0 != UnsafePointer(outputs.0) { for frame in 0..<frames { outputs.0[frame] = inputs.0[frame] } }
    if channels == 2 && inputs.1 != UnsafePointer(outputs.1) {
      for frame in 0..<frames { outputs.1[frame] = inputs.1[frame] }
    }
  }

  /// SAFETY: `intermediate` holds four buffers of `chunk` samples. The pointers to it are valid during this call only.
  @inline(never)
  private mutating func processChunk(
    _ inputs: Inputs<Float>, _ keys: Inputs<Float>, _ outputs: Outputs<Float>, _ channels: Int, _ frames: Int
  ) {
    withUnsafeMutablePointer(to: &intermediate) { place in
      let buffer = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Double.self)
      let samples = (buffer, buffer + Self.chunk)
      let dry = (buffer + 2 * Self.chunk, buffer + 3 * Self.chunk)
      for frame in 0..<frames { samples.0[frame] = Double(inputs.0[frame]) }
      if channels == 2 { for frame in 0..<frames { samples.1[frame] = Double(inputs.1[frame]) } }
      bands.process(samples, keys, dry, channels, frames)
      gain.process(samples, channels: channels, frames: frames)
      if isListening {
        listening.process(
          (UnsafePointer(samples.0), UnsafePointer(samples.1)), samples, channels: channels, frames: frames)
        isListening = !listening.isIdentity
      }
      for frame in 0..<frames { outputs.0[frame] = Float(samples.0[frame]) }
      if channels == 2 { for frame in 0..<frames { outputs.1[frame] = Float(samples.1[frame]) } }
    }
  }
}

extension BandSettings: Equatable {
  /// Whether two settings have the same response.
  @inline(__always)
  public static func == (a: BandSettings, b: BandSettings) -> Bool {
    a.isEnabled == b.isEnabled && a.type == b.type && a.frequency == b.frequency && a.gain == b.gain && a.q == b.q
      && a.sections == b.sections && a.channel == b.channel && a.dynamics == b.dynamics
  }
}
