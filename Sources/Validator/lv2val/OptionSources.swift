import Engine
import Glibc
import Support

/// Options that are not on the command line: those of the environment, of lv2val.json and of the profile, in this order.
enum OptionSources {
  /// The variable of an option: `LV2VAL_FAIL_ON` for `--fail-on`.
  private static func variable(of option: String) -> String {
    "LV2VAL_" + String(option.uppercased().map { $0 == "-" ? "_" : $0 })
  }

  /// The values for a command. A flag that is set has an empty value.
  ///
  /// - Parameter given: the options of the command line, which replace the others.
  /// - Throws: `UsageError` for an invalid file, an unknown option in it, and a flag that is neither set nor unset.
  static func values(
    for command: String, given: [(option: ValidatorOption, value: String)]
  ) throws(UsageError) -> [(option: ValidatorOption, value: String)] {
    let file = try ProjectConfiguration.options()
    if let name = file.keys.first(where: { !tool.hasOption(named: $0) }) {
      throw UsageError("lv2val.json: unknown option '\(name)'; see 'lv2val --help'")
    }
    var values = given
    func add(_ option: ValidatorOption, _ all: [String], from source: String) throws(UsageError) {
      guard !values.contains(where: { $0.option == option }) else { return }
      // The command line repeats this option.
      let isList = option == .format
      for value in isList ? all.flatMap({ $0.split(separator: ",").map(String.init) }) : all {
        guard let value = try text(option, value, source) else { continue }
        values.append((option, value))
      }
    }
    for option in ValidatorOption.allCases where isSettable(option, command) {
      let names = tool.names(of: option)
      if let variable = names.map(variable).first(where: { getenv($0) != nil }), let value = getenv(variable) {
        try add(option, [String(cString: value)], from: variable)
      } else if let name = names.first(where: { file[$0] != nil }), let all = file[name] {
        try add(option, all, from: "lv2val.json: \(name)")
      }
    }
    if let name = values.last(where: { $0.option == .profile })?.value {
      let profile: Profile = try Options.choice(.profile, name)
      for (option, value) in profile.options { try add(option, [value], from: "--profile") }
    }
    return values
  }

  /// The format and the file of a project's reports are not those of what other commands write: they would replace the report.
  private static func isSettable(_ option: ValidatorOption, _ command: String) -> Bool {
    option != .help && option != .version && !(option == .format && command == "compare")
      && !(option == .output && command != "validate") && tool.accepts(option, command: command)
  }

  /// The value of an option; empty for a flag that is set, nil for one that is not.
  private static func text(_ option: ValidatorOption, _ value: String, _ source: String) throws(UsageError) -> String? {
    guard tool.isFlag(option) else { return value }
    switch value.lowercased() {
    case "1", "true", "yes", "on": return ""
    case "0", "false", "no", "off", "": return nil
    default: throw UsageError("\(source) requires 1 or 0, not '\(value)'")
    }
  }
}
