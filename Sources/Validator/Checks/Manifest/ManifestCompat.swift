import LV2Host
import Model
import Support
import TestHost

enum ManifestCompat: DescriptionCheck {
  enum Message: MessageKind {
    case versionLowered, portRemoved, portTypeRemoved, portNoLongerOptional, portIndexChanged, portIndexUnversioned,
      newPortMandatory, newPortUnversioned

    var text: MessageText {
      switch self {
      case .versionLowered:
        MessageText(
          .error,
          rule: Rule(
            "lv2:minorVersion and lv2:microVersion distinguish between different versions of the same resource, for "
              + "example to load only the bundle with the most recent version of a plug-in",
            source: "lv2core.meta.ttl: lv2:minorVersion"),
          remedy: "Write '{lv2:minorVersion 4 ; lv2:microVersion 0}' at the plug-in, which is above the older version.")
      case .portRemoved:
        MessageText(.error, rule: guaranteed, remedy: "Restore {the port}, or give the plug-in a new URI.")
      case .portTypeRemoved:
        MessageText(
          .error, rule: guaranteed,
          remedy: "Give {the port} the type {lv2:ControlPort} again, or give the plug-in a new URI.")
      case .portNoLongerOptional:
        MessageText(
          .error,
          rule: Rule(
            "All versions of a plug-in with a given URI MUST have the same set of mandatory (not lv2:connectionOptional) "
              + "ports", source: "lv2core.meta.ttl: lv2:minorVersion"),
          remedy: "Write 'lv2:portProperty lv2:connectionOptional' at {the port} again, or give the plug-in a new URI.")
      case .portIndexChanged:
        MessageText(
          .warning,
          rule: Rule(
            "Anything that references ports by index depends on a specific version of the plug-in; only the symbol is "
              + "guaranteed to refer to the same port", source: "lv2core.meta.ttl: lv2:minorVersion, lv2:Port"),
          remedy: "Give {the port} the index {1} again, and number new ports after all others.")
      case .portIndexUnversioned:
        MessageText(
          .error,
          rule: Rule(
            "The minor version MUST be incremented if the index of any port (identified by its symbol) is changed",
            source: "lv2core.meta.ttl: lv2:minorVersion"),
          remedy: "Give {the port} the index {1} again, or write 'lv2:minorVersion {4}' at the plug-in.")
      case .newPortMandatory:
        MessageText(
          .error, rule: newPorts,
          remedy:
            "Write 'lv2:portProperty lv2:connectionOptional' at {the port} and accept NULL for it in connect_port(), or "
            + "give the plug-in a new URI.")
      case .newPortUnversioned:
        MessageText(.error, rule: newPorts, remedy: "Write 'lv2:minorVersion {4}' at the plug-in.")
      }
    }
  }

  private static let guaranteed = Rule(
    "Every port on a particular version is guaranteed to exist on a future version with same lv2:symbol and at least those "
      + "rdf:types", source: "lv2core.meta.ttl: lv2:minorVersion")
  private static let newPorts = Rule(
    "New ports MAY be added without changing the plug-in URI if and only if they are lv2:connectionOptional and the minor "
      + "version is incremented", source: "lv2core.meta.ttl: lv2:minorVersion")

  static let id: CheckID = "manifest.compat"
  static let text = CheckText(
    asserts:
      "The ports and the version of the plug-in are compatible with those in the older bundle that --baseline names.",
    method: "Compares the ports, by symbol, and the version with those of the plug-in with the same URI in the older "
      + "bundle. A changed index is an error without a higher minor version and a warning with one.",
    details: "The specification permits a changed index with a higher minor version. Hosts store indices nevertheless, "
      + "so saved sessions can break.",
    level: CheckLevel(4, "Saved sessions do not load with a newer version."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    guard let path = context.baseline else { return .skipped("no older bundle is given with --baseline") }
    guard let old = try? World(bundles: [path]).description(of: context.plugin.uri) else {
      return .skipped("the bundle given with --baseline has no plug-in of this URI")
    }
    let new = context.plugin
    func version(_ plugin: PluginDescription) -> [Int] { [plugin.minorVersion ?? 0, plugin.microVersion ?? 0] }
    func text(_ plugin: PluginDescription) -> String { version(plugin).map(String.init).joined(separator: ".") }
    let oldMinor = old.minorVersion ?? 0
    let isRaised = new.minorVersion ?? 0 > oldMinor
    // The minor version of a release is even.
    let nextMinor = ManifestVersion.even(oldMinor + 1)
    return .findings {
      if version(new).lexicographicallyPrecedes(version(old)) {
        finding(
          .versionLowered,
          "The version \(text(new)) is lower than the version \(text(old)) of the older bundle; expected the same or a higher one.",
          naming: ["lv2:minorVersion \(nextMinor) ; lv2:microVersion 0"])
      }
      for port in old.ports {
        if let successor = new.port(symbol: port.symbol) {
          changes(from: port, to: successor, nextMinor: isRaised ? nil : nextMinor)
        } else {
          fault(.portRemoved, port, "Port '\(port.symbol)' of the older bundle does not exist any more.", [title(port)])
        }
      }
      for port in new.ports where old.port(symbol: port.symbol) == nil {
        if !port.isConnectionOptional {
          fault(
            .newPortMandatory, port,
            "Port '\(port.symbol)' is new and not lv2:connectionOptional; expected new ports to be optional.",
            [title(port)])
        }
        if !isRaised {
          fault(
            .newPortUnversioned, port,
            "Port '\(port.symbol)' is new, but lv2:minorVersion is \(new.minorVersion ?? 0); expected more than the "
              + "\(oldMinor) of the older bundle.", ["\(nextMinor)"])
        }
      }
    }
  }

  /// - Parameter nextMinor: the minor version that changed indices require; nil if the minor version was raised.
  @FindingsBuilder
  private static func changes(from old: PortDescription, to new: PortDescription, nextMinor: Int?) -> [Finding] {
    let removed = Set(old.classes).subtracting(new.classes).sorted().map(Vocabulary.short)
    if !removed.isEmpty {
      fault(
        .portTypeRemoved, old,
        "Port '\(old.symbol)' no longer has the \(removed.count == 1 ? "type" : "types") \(removed.listed()).",
        [title(old), removed.listed()])
    }
    if old.isConnectionOptional && !new.isConnectionOptional {
      fault(
        .portNoLongerOptional, old, "Port '\(old.symbol)' is no longer lv2:connectionOptional, as in the older bundle.",
        [title(old)])
    }
    if old.index != new.index {
      let change = "The index of port '\(old.symbol)' changed from \(old.index) to \(new.index)"
      if let nextMinor {
        fault(
          .portIndexUnversioned, old, "\(change), but the minor version was not raised.",
          [title(old), "\(old.index)", "\(nextMinor)"])
      } else {
        fault(
          .portIndexChanged, old, "\(change); hosts that store indices use the wrong port.",
          [title(old), "\(old.index)"])
      }
    }
  }

  private static func title(_ port: PortDescription) -> String { "port '\(port.symbol)'" }

  private static func fault(
    _ message: Message, _ port: PortDescription, _ text: String, _ names: [String]
  ) -> Finding {
    finding(message, about: port.symbol, text, naming: names)
  }
}
