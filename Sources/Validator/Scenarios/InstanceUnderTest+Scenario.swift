import LV2Host
import TestHost

extension InstanceUnderTest {
  /// Sets the controls, activates the instance and plays all passages.
  ///
  /// - Parameters:
  ///   - reconnecting: false to keep the present connections of the ports.
  ///   - after: called after each block with its length.
  /// - Returns: what the last passage gave.
  @discardableResult
  package func perform(_ scenario: Scenario, reconnecting: Bool = true, after: (Int) -> Void = { _ in }) -> Take {
    setDefaults()
    for control in scenario.controls { setControl(control.symbol, control.value) }
    activate(reconnecting: reconnecting)
    var take = Take(of: self)
    for passage in scenario.passages { take = perform(passage, after: after) }
    return take
  }

  /// Plays one passage. The instance must be active.
  @discardableResult
  package func perform(_ passage: Scenario.Passage, after: (Int) -> Void = { _ in }) -> Take {
    if passage.beginsWithReset { reset() }
    var take = Take(of: self)
    stream(passage) { length in
      take.append(length, of: self)
      after(length)
    }
    return take
  }

  /// Plays one passage and records nothing: for durations too long to keep in memory. The instance must be active.
  ///
  /// - Parameters:
  ///   - goesOn: whether another block follows.
  ///   - after: called after each block with its length.
  package func stream(_ passage: Scenario.Passage, while goesOn: () -> Bool = { true }, after: (Int) -> Void) {
    var events = passage.score[...]
    var (frame, block) = (0, 0)
    while frame < passage.frames, goesOn() {
      let length = blockLength(block, remaining: passage.frames - frame, passage.blocks)
      fill(passage.signal, from: frame, count: length)
      prepareAtoms()
      while let event = events.first, event.frame < frame + length {
        send(event.content, at: event.frame - frame)
        events.removeFirst()
      }
      run(length)
      after(length)
      frame += length
      block += 1
    }
  }

  private func setControl(_ symbol: String, _ value: Float) {
    if let port = plugin.ports(.control, .input).first(where: { $0.symbol == symbol }) {
      self[control: port.index] = value
    }
  }

  /// - Parameter frame: counted from the start of the block.
  private func send(_ content: Scenario.Content, at frame: Int) {
    switch content {
    case .control(let symbol, let value): setControl(symbol, value)
    case .midi(let message):
      sendMIDI(message, at: frame)
      for port in plugin.midiInputs.dropFirst() { atom(port)?.sequence.append(midi: message, frame: Int64(frame)) }
    case .transport(let position): send(position, at: frame)
    case .parameter(let uri, let type, let value): send(patchSet: uri, type: type, value: value, at: frame)
    case .preset(let uri):
      guard let preset = presets[uri] else { break }
      willLoad(preset)
      load(preset)
    }
  }
}
