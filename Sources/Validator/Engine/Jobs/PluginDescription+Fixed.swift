import LV2Host

extension PluginDescription {
  /// The description of a plug-in whose named control inputs permit only their initial values, so that checks do not move
  /// them.
  func withDefaults(of symbols: Set<String>, rate: Double) -> PluginDescription {
    var description = self
    for index in ports.indices where symbols.contains(ports[index].symbol) {
      let value = ports[index].initialValue(rate: rate) / (ports[index].isScaledByRate ? Float(rate) : 1)
      description.ports[index].defaultValue = value
      description.ports[index].minimum = value
      description.ports[index].maximum = value
      description.ports[index].scalePoints = []
    }
    return description
  }
}
