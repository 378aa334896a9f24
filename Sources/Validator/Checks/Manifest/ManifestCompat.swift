import LV2Host
import Model
import TestHost

enum ManifestCompat: DescriptionCheck {
  enum Message: MessageKind {
    case versionLowered, portRemoved, portTypeRemoved, portNoLongerOptional, portIndexChanged, portIndexUnversioned,
      newPortMandatory, newPortUnversioned
  }

  static let id: CheckID = "manifest.compat"
  static let text = CheckText(
    asserts:
      "The ports and the version of the plug-in are compatible with those in the older bundle that --baseline names.",
    rule: "Every port of a version is guaranteed to exist on a future version with the same lv2:symbol and at least "
      + "those types; new ports must be lv2:connectionOptional; new ports and changed indices require a higher minor "
      + "version",
    source: "lv2core.meta.ttl: lv2:minorVersion",
    method: "Compares the ports, by symbol, and the version with those of the plug-in with the same URI in the older "
      + "bundle. A changed index is an error without a higher minor version and a warning with one.",
    details: "The specification permits a changed index with a higher minor version. Hosts store indices nevertheless, "
      + "so saved sessions can break.",
    remedy: "Add new ports at the end, declare them lv2:connectionOptional and raise lv2:minorVersion. For any other "
      + "change of the ports, give the plug-in a new URI.",
    level: CheckLevel(4, "Saved sessions do not load with a newer version."),
    severities: [.error, .warning])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    guard let path = context.baseline else { return .skipped("no older bundle is given with --baseline") }
    guard let old = try? World(bundles: [path]).description(of: context.plugin.uri) else {
      return .skipped("the bundle given with --baseline has no plug-in of this URI")
    }
    let new = context.plugin
    func version(_ plugin: PluginDescription) -> [Int] { [plugin.minorVersion ?? 0, plugin.microVersion ?? 0] }
    func text(_ plugin: PluginDescription) -> String { version(plugin).map(String.init).joined(separator: ".") }
    let isRaised = new.minorVersion ?? 0 > old.minorVersion ?? 0
    return .findings {
      if version(new).lexicographicallyPrecedes(version(old)) {
        finding(
          .versionLowered, .error,
          "The version \(text(new)) is lower than the version \(text(old)) of the older bundle.")
      }
      for port in old.ports {
        if let successor = new.port(symbol: port.symbol) {
          changes(from: port, to: successor, isRaised: isRaised)
        } else {
          fault(.portRemoved, port, "Port '\(port.symbol)' of the older bundle does not exist any more.")
        }
      }
      for port in new.ports where old.port(symbol: port.symbol) == nil {
        if !port.isConnectionOptional {
          fault(.newPortMandatory, port, "The new port '\(port.symbol)' is not lv2:connectionOptional.")
        }
        if !isRaised {
          fault(
            .newPortUnversioned, port,
            "Port '\(port.symbol)' is new, but the minor version is still \(new.minorVersion ?? 0).")
        }
      }
    }
  }

  @FindingsBuilder
  private static func changes(from old: PortDescription, to new: PortDescription, isRaised: Bool) -> [Finding] {
    let removed = Set(old.classes).subtracting(new.classes).sorted().map(Vocabulary.short).joined(separator: " and ")
    if !removed.isEmpty { fault(.portTypeRemoved, old, "Port '\(old.symbol)' no longer has the type \(removed).") }
    if old.isConnectionOptional && !new.isConnectionOptional {
      fault(.portNoLongerOptional, old, "Port '\(old.symbol)' is no longer lv2:connectionOptional.")
    }
    if old.index != new.index {
      let change = "The index of port '\(old.symbol)' changed from \(old.index) to \(new.index)"
      if isRaised {
        finding(
          .portIndexChanged, .warning, about: old.symbol, "\(change); hosts that store indices use the wrong port.")
      } else {
        fault(.portIndexUnversioned, old, "\(change), but the minor version was not raised.")
      }
    }
  }

  private static func fault(_ message: Message, _ port: PortDescription, _ text: String) -> Finding {
    finding(message, .error, about: port.symbol, text)
  }
}
