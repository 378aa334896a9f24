import LV2Host
import Model
import Support

extension InstanceUnderTest {
  /// Sets every control input to its default, without naming one in the crash record.
  package func setDefaults() {
    for port in plugin.ports(.control, .input) { set(port.initialValue(rate: setup.rate), port.index) }
  }

  /// Sets every control input to a value other than its default: the more distant end of its range, or the default plus 1
  /// if the port has no range.
  package func setNonDefaults() {
    for port in plugin.ports(.control, .input) {
      let value = port.initialValue(rate: setup.rate)
      let distantEnd = port.range(rate: setup.rate).map { range in
        value - range.lowerBound < range.upperBound - value ? range.upperBound : range.lowerBound
      }
      self[control: port.index] = distantEnd ?? value + 1
    }
  }

  /// Loads a preset between two blocks, as hosts do: restores its state, and sets its values of control inputs.
  package func load(_ preset: HostedPreset) {
    if preset.propertyCount > 0 { InstanceUnderTest.noted("restore") { preset.restore(into: hosted) } }
    for (symbol, value) in preset.portValues.sorted(by: { $0.key < $1.key }) {
      guard let port = plugin.port(symbol: symbol), port.kind == .control, port.isInput else { continue }
      self[control: port.index] = value
    }
  }

  /// Sets every movable control without the designation `excluded` to a random value in its range.
  package func randomizeControls(_ generator: inout SplitMix64, except excluded: String? = nil) {
    for port in plugin.movableControls where excluded.map(port.isDesignated) != true {
      guard let range = port.range(rate: setup.rate) else { continue }
      self[control: port.index] = port.randomValue(in: range, &generator)
    }
  }

  package func copyControls(from other: InstanceUnderTest) {
    for port in plugin.ports(.control, .input) { self[control: port.index] = other[control: port.index] }
  }

  /// The control inputs that differ from their defaults, in the form of a finding.
  package var changedControls: [Finding.ControlValue] {
    plugin.ports(.control, .input).compactMap { port in
      let value = self[control: port.index]
      let unchanged = value.bitPattern == port.initialValue(rate: setup.rate).bitPattern
      return unchanged ? nil : Finding.ControlValue(symbol: port.symbol, value: value)
    }
  }
}

extension PluginDescription {
  /// The control inputs that move during real-time use: all but lv2:freeWheeling, which suspends the real-time rules.
  package var movableControls: [PortDescription] {
    ports(.control, .input).filter { !$0.isDesignated(URI.Core.freeWheeling) }
  }
}
