import Support
import ValidationModel

extension PlotRequest {
  /// Why there is nothing to plot.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Measures one frequency response for each curve, in a child process.
  ///
  /// - Throws: `UsageError` if the plug-in does not have what the request names; `Failure` if it cannot be measured.
  package func responses(
    of plugin: ResolvedTarget.Plugin, in bundle: String, _ settings: Report.Settings
  ) throws -> [Response] {
    var responses: [Response]?
    var failure: any Error = Failure(
      description: "\(plugin.uri) ended the measuring process; run 'lv2val validate' to find out why")
    let job = JobSpecification.respond(PluginSubject(uri: plugin.uri, bundle: bundle, settings: settings), self)
    let isComplete = try ChildJob.run(job, timeout: settings.timeout) { message in
      switch message {
      case .responses(let measured): responses = measured
      case .refused(let reason): failure = UsageError(reason)
      case .fault(let reason): failure = Failure(description: reason)
      default: break
      }
    }
    guard isComplete else { throw Failure(description: "interrupted") }
    guard let responses else { throw failure }
    return responses
  }
}
