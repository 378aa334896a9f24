import DSP
import LV2Kit

/// A parametric equalizer of eight bands. Its dynamics follow the sidechains, if the layout has two of them, or else the inputs.
public struct ParametricEQ<Port: ParametricEQPort>: Effect {
  private var equalizer: ParametricEqualizer

  public init(_ setup: Setup) { equalizer = ParametricEqualizer(rate: setup.rate) }

  public mutating func reset() { equalizer.reset() }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    equalizer.setTargets(from: controls, immediately: immediately)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    equalizer.process(
      block.inputPair, keys: block.followedPair, block.outputPair, channels: Port.isStereo ? 2 : 1, frames: block.frames
    )
  }

  public mutating func writeOutputs(to controls: Controls<Port>) { equalizer.writeChanges(to: controls) }

  @inline(__always)
  public static var interface: StaticString? {
    Port.isStereo ? "urn:martlet:parametric-eq-stereo:ui" : "urn:martlet:parametric-eq-mono:ui"
  }
}

public typealias ParametricEQMono = ParametricEQ<ParametricEQMonoPort>
public typealias ParametricEQStereo = ParametricEQ<ParametricEQStereoPort>

extension ParametricEQ where Port == ParametricEQMonoPort {
  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<ParametricEQ>.run(handle, frames)
  }
}

extension ParametricEQ where Port == ParametricEQStereoPort {
  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<ParametricEQ>.run(handle, frames)
  }
}

extension ParametricEqualizer {
  /// Sets the targets of all parameters to the values of the ports.
  mutating func setTargets<Port: ParametricEQPort>(from controls: Controls<Port>, immediately: Bool) {
    for band in 0..<Self.bandCount {
      let settings = BandSettings(isStereo: Port.isStereo) { control in
        Double(controls.value(.band(control, band)) { control.sanitized($0, band) })
      }
      setTarget(of: band, settings, immediately: immediately)
    }
    let listening = Int(controls.value(Port.listening) { Port.listeningDeclaration.sanitized($0) })
    finishTargets(
      gain: Double(controls.value(Port.outputGain) { Port.outputGainDeclaration.sanitized($0) }),
      isAutomatic: controls.value(Port.automaticGain) { Port.automaticGainDeclaration.sanitized($0) } > 0,
      listening: listening > 0 ? listening - 1 : nil, immediately: immediately)
  }

  /// Writes the present changes of the gains by the dynamics.
  @inline(never)
  mutating func writeChanges<Port: ParametricEQPort>(to controls: Controls<Port>) {
    // A position from 0 to 1 times the range is within the range of the port.
    for band in 0..<Self.bandCount {
      controls.setWithoutLimit(.band(.change, band), to: hasDynamics ? Float(gainChange(of: band)) : 0)
    }
  }
}
