import LV2Host
import Model
import Support

extension InstanceUnderTest {
  /// Plays the situations of a session, for checks that watch what a plug-in calls.
  ///
  /// In this order: noise in blocks of the run's length and of odd lengths; every control at its `testValues(in:)`; eight
  /// random settings of all controls; noise above full scale in long blocks; silence; and `randomizeState`. Between 100
  /// and 310 blocks if no control has more than two test values; fewer if work of the worker takes seconds. The instance must be active. Create it with
  /// `InstanceSetup.longBlocks`, or no block is longer than the run's.
  ///
  /// - Parameter after: called after each block.
  /// - Throws: `HostError` if the sound file for path parameters cannot be written.
  package func exercise(_ context: PluginContext, for check: CheckID, after: () -> Void = {}) throws {
    CrashRecord.note(activity: "the exercise for \(check.rawValue)")
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    var generator = context.generator(for: check)
    let noise = Signal.noise(amplitude: 0.5, seed: context.seed)
    let loud = Signal.noise(amplitude: 2, seed: context.seed)
    let length = min(context.blockLength, configuration.maximumBlockLength)
    var frame = 0
    func play(_ signal: Signal, blocks: [Int], times: Int = 1) {
      let frames = times * blocks.reduce(0, +)
      self.play(signal, frames: frames, from: frame, blocks: blocks, after: { _, _ in after() })
      frame += frames
    }
    play(noise, blocks: [length], times: 20)
    play(noise, blocks: [1, 2, 3, 5, 17, 64], times: 4)
    // The controls then change during loud sound, which must not be new.
    play(loud, blocks: [min(length, 64)])
    for port in plugin.movableControls.prefix(64) where !isWorkSlow {
      guard let range = port.range(rate: setup.rate) else { continue }
      for value in port.testValues(in: range).reversed() + [port.initialValue(rate: setup.rate)] {
        self[control: port.index] = value
        play(loud, blocks: [min(length, 64)])
      }
    }
    for _ in 0..<8 {
      randomizeControls(&generator)
      play(noise, blocks: [length])
    }
    setDefaults()
    play(loud, blocks: [1024, InstanceSetup.longBlock])
    play(.silence, blocks: [length], times: 8)
    randomizeState(context, for: check, file: file, after: after)
  }

  /// The system exclusive message that asks every device for its identity.
  private static let identityRequest: [UInt8] = [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]

  /// Changes the state of the instance by every means that a host has, with values drawn by the seed.
  ///
  /// These are: every control but the bypass, every parameter by `patch:Set`, MIDI notes, controllers, programs and a
  /// system exclusive message, a rolling transport, and noise. At least 40 blocks of the run's length. Scheduled work is
  /// performed between the blocks. The instance must be active.
  ///
  /// - Parameters:
  ///   - file: the value of parameters that are paths.
  ///   - after: called after each block.
  package func randomizeState(_ context: PluginContext, for check: CheckID, file: String, after: () -> Void = {}) {
    var generator = context.generator(for: check)
    randomizeControls(&generator, except: URI.Core.enabled)
    let parameters = WritableParameter.all(of: context)
    let longest = configuration.maximumBlockLength
    let length = configuration.isFixedBlockLength ? longest : min(context.blockLength, longest)
    let midi: [[UInt8]] = [
      [0x90, 60, 100], [0xB0, 7, 90], [0xC0, 3], [0xE0, 0, 80], [0x80, 60, 64], [0xB0, 1, 20], Self.identityRequest,
    ]
    for block in 0..<max(40, parameters.count) where !isWorkSlow {
      fill(context.noise, from: block * length, count: length)
      prepareAtoms()
      sendPosition(frame: block * length)
      sendParameter(parameters, block: block, at: generator.unit(), file: file)
      sendMIDI(midi[block % midi.count])
      run(length)
      after()
    }
  }

  /// Appends a `patch:Set` message for one parameter, another one in each block.
  ///
  /// - Parameter fraction: of the parameter's range.
  package func sendParameter(_ parameters: [WritableParameter], block: Int, at fraction: Float, file: String) {
    guard !parameters.isEmpty else { return }
    let parameter = parameters[block % parameters.count]
    guard let value = parameter.value(at: Double(fraction), file: file) else { return }
    send(patchSet: parameter.uri, type: parameter.type, value: value)
  }

  /// Appends a `patch:Set` message to the content of the input for patch messages; without effect if there is none.
  ///
  /// - Parameters:
  ///   - subject: the URI of the `patch:subject`; nil for none.
  ///   - frame: counted from the start of the block.
  package func send(
    patchSet parameter: String, type: String, value: [UInt8], of subject: String? = nil, at frame: Int = 0
  ) {
    guard let patchInput, let atom = atom(patchInput) else { return }
    let map = InstanceUnderTest.map
    atom.sequence.append(
      patchSet: map.id(of: parameter), type: map.id(of: type), value: value, of: subject.map(map.id(of:)),
      frame: Int64(frame))
  }

  /// Appends a `patch:Get` message for one parameter, or for all if it is nil.
  package func send(patchGet parameter: String?, of subject: String? = nil) {
    guard let patchInput, let atom = atom(patchInput) else { return }
    let map = InstanceUnderTest.map
    atom.sequence.append(patchGet: parameter.map(map.id(of:)), of: subject.map(map.id(of:)), frame: 0)
  }

  /// Appends the position of a rolling transport to every atom input that supports it.
  ///
  /// - Parameters:
  ///   - tempo: in beats per minute.
  ///   - frame: counted from the start of the song.
  package func sendPosition(tempo: Float = 120, beatsPerBar: Float = 4, beatUnit: Int32 = 4, frame: Int) {
    let beats = Double(frame) / setup.rate * Double(tempo) / 60
    var position = TransportPosition()
    position.frame = Int64(frame)
    position.bar = Int64(beats / Double(beatsPerBar))
    position.barBeat = Float(beats.truncatingRemainder(dividingBy: Double(beatsPerBar)))
    position.beatsPerBar = beatsPerBar
    position.beatUnit = beatUnit
    position.beatsPerMinute = tempo
    send(position, at: 0)
  }

  /// Appends the position of the transport to every atom input that supports it.
  ///
  /// - Parameters:
  ///   - isBlank: whether the message has the deprecated type `atom:Blank`.
  ///   - frame: counted from the start of the block.
  package func send(_ position: TransportPosition, isBlank: Bool = false, at frame: Int) {
    for port in plugin.ports where port.supportsSequence && port.isInput && port.supports.contains(URI.Time.position) {
      atom(port.index)?.sequence.append(position, isBlank: isBlank, frame: Int64(frame))
    }
  }

  /// The URIs of the plug-in's own messages with which its interface requests values: those that end in "on".
  package var announcements: [String] {
    InstanceUnderTest.map.uris(beginningWith: String(plugin.uri.prefix { $0 != "#" }))
      .filter { $0.lowercased().hasSuffix("on") }
  }

  /// Appends an object without properties to every input for events.
  ///
  /// - Parameter isBlank: whether the message has the deprecated type `atom:Blank`.
  package func send(message uri: String, isBlank: Bool) {
    for port in plugin.ports where port.supportsSequence && port.isInput {
      atom(port.index)?.sequence.append(emptyObject: InstanceUnderTest.map.id(of: uri), isBlank: isBlank, frame: 0)
    }
  }
}
