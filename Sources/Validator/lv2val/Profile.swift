import Hosts

/// A set of options for a purpose. Options that are given otherwise override it.
enum Profile: String, CaseIterable {
  /// Before a release: everything, and warnings fail.
  case release
  /// A distribution: what does not depend on the speed of the machine, and what packages contain.
  case debian
  /// A device of MOD Audio: short blocks at one rate, and no user interfaces of toolkits.
  case mod

  var options: [(ValidatorOption, String)] {
    switch self {
    case .release: [(.strictness, "10"), (.failOn, "warning")]
    case .debian: [(.strictness, "7"), (.skip, "perf.*")]
    case .mod:
      [
        (.strictness, "8"), (.rate, "\(KnownDevice.mod.sampleRate)"), (.block, "\(KnownDevice.mod.blockLength)"),
        (.skip, "ui.static"),
      ]
    }
  }
}
