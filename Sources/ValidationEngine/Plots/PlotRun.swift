import Sandbox
import Support
import ValidationModel

/// Measures the frequency responses of one plug-in in a child process.
package struct PlotRun {
  let settings: Report.Settings

  package init(settings: Report.Settings) {
    self.settings = settings
  }

  /// - Returns: one response for each curve of the request.
  /// - Throws: `UsageError` if the plug-in does not have what the request names; `PlotRun.Failure` if it cannot be measured.
  package func responses(
    of plugin: DiscoveredBundle.Plugin, in bundle: String, _ request: PlotRequest
  ) throws -> [Response] {
    var responses: [Response]?
    var failure: any Error = Failure("\(plugin.uri) ended the measuring process; run 'lv2val validate' to find out why")
    let supervisor = Supervisor(slots: 1)
    supervisor.add { [settings] () throws(SandboxError) in
      ChildJob.make(
        .respond(uri: plugin.uri, bundle: bundle, request: request, settings: PluginSettings(settings)),
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
    guard let responses else { throw failure }
    return responses
  }

  /// Why there is nothing to plot.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}
