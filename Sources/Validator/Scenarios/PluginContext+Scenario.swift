import TestHost

extension PluginContext {
  /// The scenario that a check plays in place of all that it usually plays; nil for that.
  package var replayedScenario: Scenario? { replayedSteps.flatMap(Scenario.init(steps:)) }

  /// The setup of an instance that plays a scenario.
  package func setup(for scenario: Scenario) -> InstanceSetup {
    var setup = InstanceSetup(self)
    setup.rate = scenario.rate ?? rate
    setup.blockLength = scenario.longestBlock ?? blockLength
    return setup
  }

  /// The controls of a scenario that differ from their defaults; nil if there are none.
  package func setting(of scenario: Scenario) -> ControlSetting? {
    let values = scenario.controls.compactMap { control in
      plugin.port(symbol: control.symbol).map { ($0, control.value) }
    }
    return values.isEmpty ? nil : ControlSetting(values: values)
  }
}
