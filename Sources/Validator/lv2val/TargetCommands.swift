import Engine
import Glibc
import Model
import Plotting
import Reporting
import Support

extension Options {
  /// `lv2val validate`: runs the checks and writes the report.
  func validate() throws -> ExitStatus {
    guard has(.all) || !arguments.isEmpty else {
      throw UsageError("validate requires a bundle directory, a plug-in URI or --all")
    }
    if let pattern = selection.unknownPattern { throw UsageError("no check matches '\(pattern)'; see 'lv2val checks'") }
    // Before the hours that a run may take.
    for path in outputs.compactMap(\.path) { try OutputFile(path).check() }
    if let pictures {
      // If it cannot be made, or is there already, the check of a file in it tells.
      mkdir(pictures, 0o777)
      try OutputFile("\(pictures)/.check").check()
    }
    var settings = settings
    settings.baseline = try settings.baseline.map(Discovery.bundle)
    let all = try Discovery(settings: settings).resolve(arguments, all: has(.all))
    let targets = settings.shard?.part(of: all) ?? all
    let run = ValidationRun(
      settings: settings, selection: selection, progress: RunProgress(isShown: !has(.quiet)),
      measures: has(.measure) || outputs.contains { $0.format == .html },
      takesPictures: pictures != nil || outputs.contains { $0.format == .html })
    let found = try has(.inProcess) ? run.runInProcess(targets) : run.runAll(targets)
    for fault in found.faults { console.error("internal error: \(fault)") }
    let loaded = found.bundles.flatMap(\.plugins).compactMap(\.file)
    if let file = settings.file, !loaded.contains(where: { $0.hasSuffix(file.path) }) {
      console.error("--file: no plug-in that was run has the parameter or the key \(file.key)")
    }
    let report = try write(writePictures(found))
    let status = ExitStatus(report)
    if status == .nothing { console.error("nothing was validated: no plug-in was found, or every check was skipped") }
    return status
  }

  /// `lv2val list`: the bundles and plug-ins of the targets; without targets, all on `LV2_PATH`.
  func list() throws -> ExitStatus {
    let discovery = Discovery(settings: settings)
    let targets = try discovery.resolve(arguments, all: has(.all) || arguments.isEmpty)
    var rows = ""
    for target in targets {
      for plugin in target.plugins {
        rows += [plugin.uri, plugin.name, target.bundle].map(\.onOneLine).joined(separator: "\t") + "\n"
      }
      for finding in target.findings { console.error("\(target.bundle): \(finding.message)") }
      for fault in target.faults { console.error("internal error: \(fault)") }
    }
    try console.write(rows)
    if discovery.isInterrupted { console.error("the list is incomplete: it was interrupted") }
    if discovery.isInterrupted || targets.contains(where: { !$0.faults.isEmpty }) { return .fault }
    return targets.contains { !$0.plugins.isEmpty } ? .clean : .nothing
  }

  /// `lv2val plot URI -o FILE`: the magnitude response of a plug-in, with one curve for each setting.
  func plot() throws -> ExitStatus {
    guard let target = arguments.first else { throw UsageError("plot requires the URI of a plug-in") }
    guard let path = outputs.first?.path, let suffix = path.split(separator: ".").last?.lowercased(),
      let format = CairoPlot.FileFormat(rawValue: suffix)
    else { throw UsageError("plot requires -o FILE with the extension .png or .svg") }
    let request = try PlotRequest(presets: presets, words: Array(arguments.dropFirst()))
    let targets = try Discovery(settings: settings).resolve([target], all: false)
    guard let bundle = targets.first, let plugin = bundle.plugins.first, bundle.plugins.count == 1 else {
      let uris = targets.flatMap(\.plugins).map(\.uri).joined(separator: ", ")
      throw UsageError("\(target) is not one plug-in; use a URI\(uris.isEmpty ? "" : ": \(uris)")")
    }
    let responses = try request.responses(of: plugin, in: bundle.bundle, settings)
    try OutputFile(path).replace { try CairoPlot.write(.magnitude(plugin.name, responses), to: $0, format) }
    return .clean
  }
}
