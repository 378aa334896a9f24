import Reporting

/// `lv2val list`: the bundles and plug-ins that the targets stand for; all on `LV2_PATH` without a target.
struct ListCommand {
  let options: Options

  func run() throws -> ExitStatus {
    let settings = ValidateCommand(options: options).settings
    let targets = try Discovery(settings: settings).resolve(
      options.arguments, all: options.all || options.arguments.isEmpty)
    var rows = ""
    for target in targets {
      for plugin in target.plugins {
        rows += [plugin.uri, plugin.name, target.bundle].map(\.onOneLine).joined(separator: "\t") + "\n"
      }
      for finding in target.findings { Console.error("\(target.bundle): \(finding.message)") }
    }
    try Console.write(rows)
    return targets.contains { !$0.plugins.isEmpty } ? .clean : .nothing
  }
}
