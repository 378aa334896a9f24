import Plotting
import Reporting
import Support
import ValidationEngine
import ValidationModel

/// `lv2val plot URI -o FILE`: the magnitude response of a plug-in, with one curve for each setting.
struct PlotCommand {
  let options: Options

  func run() throws -> ExitStatus {
    guard let target = options.arguments.first else { throw UsageError("plot requires the URI of a plug-in") }
    guard let path = options.outputs.first?.path, let format = PlotCommand.format(path) else {
      throw UsageError("plot requires -o FILE with the extension .png or .svg")
    }
    let request = try PlotRequest(presets: options.presets, words: Array(options.arguments.dropFirst()))
    let targets = try Discovery(settings: options.settings).resolve([target], all: false)
    guard let bundle = targets.first, bundle.plugins.count == 1 else {
      let uris = targets.flatMap(\.plugins).map(\.uri).joined(separator: ", ")
      throw UsageError("\(target) is not one plug-in; use a URI\(uris.isEmpty ? "" : ": \(uris)")")
    }
    let plugin = bundle.plugins[0]
    let responses = try PlotRun(settings: options.settings).responses(of: plugin, in: bundle.bundle, request)
    try OutputFile(path).replace { try CairoPlot.write(.magnitude(plugin.name, responses), to: $0, format) }
    return .clean
  }

  private static func format(_ path: String) -> CairoPlot.FileFormat? {
    path.split(separator: ".").last.flatMap { CairoPlot.FileFormat(rawValue: $0.lowercased()) }
  }
}
