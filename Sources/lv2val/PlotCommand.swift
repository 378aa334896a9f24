import Plotting
import Reporting
import Support
import ValidationEngine
import ValidationModel

extension Options {
  /// `lv2val plot URI -o FILE`: the magnitude response of a plug-in, with one curve for each setting.
  func plot() throws -> ExitStatus {
    guard let target = arguments.first else { throw UsageError("plot requires the URI of a plug-in") }
    guard let path = outputs.first?.path, let format = Options.format(path) else {
      throw UsageError("plot requires -o FILE with the extension .png or .svg")
    }
    let request = try PlotRequest(presets: presets, words: Array(arguments.dropFirst()))
    let targets = try Discovery(settings: settings).resolve([target], all: false)
    guard let bundle = targets.first, bundle.plugins.count == 1 else {
      let uris = targets.flatMap(\.plugins).map(\.uri).joined(separator: ", ")
      throw UsageError("\(target) is not one plug-in; use a URI\(uris.isEmpty ? "" : ": \(uris)")")
    }
    let plugin = bundle.plugins[0]
    let responses = try request.responses(of: plugin, in: bundle.bundle, settings)
    try OutputFile(path).replace { try CairoPlot.write(.magnitude(plugin.name, responses), to: $0, format) }
    return .clean
  }

  private static func format(_ path: String) -> CairoPlot.FileFormat? {
    path.split(separator: ".").last.flatMap { CairoPlot.FileFormat(rawValue: $0.lowercased()) }
  }
}
