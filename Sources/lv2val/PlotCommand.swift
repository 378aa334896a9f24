import Glibc
import Checks
import Measuring
import Plotting
import Reporting
import Sandbox

/// `lv2val plot URI -o FILE`: the magnitude response of a plug-in, several settings overlaid.
struct PlotCommand {
  let options: Options

  func run() throws -> ExitStatus {
    guard let target = options.arguments.first else { throw UsageError("plot wants a plug-in's URI") }
    guard let path = options.outputs.first?.path, let format = PlotCommand.format(path) else {
      throw UsageError("plot wants -o FILE, with .png or .svg at its end")
    }
    let request = try PlotRequest(presets: options.presets, words: Array(options.arguments.dropFirst()))
    let settings = ValidateCommand(options: options).settings
    let targets = try Discovery(settings: settings).resolve([target], all: false)
    guard let bundle = targets.first, bundle.plugins.count == 1 else {
      let uris = targets.flatMap(\.plugins).map(\.uri).joined(separator: ", ")
      throw UsageError("\(target) is not one plug-in; give the URI of one\(uris.isEmpty ? "" : ": \(uris)")")
    }
    let plugin = bundle.plugins[0]
    let responses = try measure(plugin, in: bundle.bundle, request, settings)
    try OutputFile(path).replace { try CairoPlot.write(.magnitude(plugin.name, responses), to: $0, format) }
    return .clean
  }

  /// - Throws: `PlotCommand.Failure` where the plug-in does not let itself be measured.
  private func measure(
    _ plugin: DiscoveredBundle.Plugin, in bundle: String, _ request: PlotRequest, _ settings: Report.Settings
  ) throws -> [Response] {
    var responses: [Response]?
    var failure: (any Error)? = Failure(
      "\(plugin.uri) ended the process that measured it; 'lv2val validate' tells more")
    let supervisor = Supervisor(slots: 1)
    supervisor.add { () throws(SandboxError) in
      ChildJob.make(
        .respond(
          uri: plugin.uri, bundle: bundle, request: request,
          settings: PluginSettings(settings)),
        timeout: settings.timeout, crashRecord: try ChildJob.crashRecord()
      ) { _, message in
        switch message {
        case .responses(let measured): responses = measured
        case .refused(let reason): failure = UsageError(reason)
        case .fault(let reason): failure = Failure(reason)
        default: break
        }
      } ended: { _, _ in
      }
    }
    guard try supervisor.run() else { throw Failure("interrupted") }
    guard let responses else { throw failure ?? Failure("nothing was measured") }
    return responses
  }

  private static func format(_ path: String) -> CairoPlot.FileFormat? {
    path.split(separator: ".").last.flatMap { CairoPlot.FileFormat(rawValue: $0.lowercased()) }
  }

  /// There is nothing to draw.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}
