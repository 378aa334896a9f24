import LV2Host
import ValidationModel

extension InstanceUnderTest {
  /// The atom input that patch messages go to: the one that supports them, or else the one designated for control.
  package var patchInput: Int? {
    let inputs = plugin.ports.filter { $0.takesSequence && $0.isInput }
    let named = inputs.first { $0.supports.contains(URI.Patch.message) }
    return (named ?? inputs.first { $0.isDesignated(URI.Core.control) })?.index
  }

  /// Brings the instance into another state than its first, in all ways that a host has: every control to a place drawn
  /// by the seed, every parameter by `patch:Set`, MIDI notes, controllers and programs, the transport rolling, noise.
  ///
  /// Some 40 blocks of the run's length; work that was scheduled is done between them. The instance must be active.
  ///
  /// - Parameters:
  ///   - file: what parameters that are paths get.
  ///   - after: called after each block.
  package func stir(_ context: PluginContext, for check: CheckID, file: String, after: () -> Void = {}) {
    var generator = context.generator(for: check)
    for port in plugin.movableControls where !port.isDesignated(URI.Core.enabled) {
      guard let range = port.range(rate: setup.rate) else { continue }
      self[control: port.index] = port.value(at: generator.unit(), in: range)
    }
    let parameters = WritableParameter.all(of: context)
    let longest = configuration.maximumBlockLength
    let length = configuration.isFixedBlockLength ? longest : min(context.blockLength, longest)
    let midi: [[UInt8]] = [
      [0x90, 60, 100], [0xB0, 7, 90], [0xC0, 3], [0xE0, 0, 80], [0x80, 60, 64], [0xB0, 1, 20],
    ]
    for block in 0..<max(40, parameters.count) {
      fill(context.noise, from: block * length, count: length)
      prepareAtoms()
      tellTime(frame: block * length)
      sendParameter(parameters, block: block, at: generator.unit(), file: file)
      if let midiInput, let atom = atom(midiInput) { atom.sequence.append(midi: midi[block % midi.count], frame: 0) }
      run(length)
      after()
    }
  }

  /// Sets one parameter, another in each block, a part of the way through its range.
  package func sendParameter(_ parameters: [WritableParameter], block: Int, at part: Float, file: String) {
    guard let patchInput, let atom = atom(patchInput), !parameters.isEmpty else { return }
    let parameter = parameters[block % parameters.count]
    guard let value = parameter.value(at: Double(part), file: file) else { return }
    atom.sequence.append(
      patchSet: InstanceUnderTest.map.id(of: parameter.uri), type: InstanceUnderTest.map.id(of: parameter.type), value: value, frame: 0)
  }

  /// Tells every atom input that takes it where the transport is.
  private func tellTime(frame: Int) {
    let beats = Double(frame) / setup.rate * 2
    var position = TransportPosition()
    position.frame = Int64(frame)
    position.bar = Int64(beats / 4)
    position.barBeat = Float(beats.truncatingRemainder(dividingBy: 4))
    for port in plugin.ports where port.takesSequence && port.isInput && port.supports.contains(URI.Time.position) {
      atom(port.index)?.sequence.append(position, frame: 0)
    }
  }

  /// Gives this instance's control inputs the values of another's.
  package func copyControls(from other: InstanceUnderTest) {
    for port in plugin.ports(.control, .input) { self[control: port.index] = other[control: port.index] }
  }
}
