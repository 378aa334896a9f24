import Model
import TestHost

extension Check {
  /// A finding with the usual severity of its kind.
  package static func finding<Result: FindingResult>(
    _ message: Message, about subject: String? = nil, _ text: String, naming names: [String] = [],
    cause: Cause = .assertion, count: Int = 1, call: String? = nil, block: Finding.Block? = nil, seed: UInt32? = nil,
    controls: [Finding.ControlValue]? = nil, backtrace: [StackFrame]? = nil, location: Finding.SourceLocation? = nil
  ) -> Result {
    finding(
      message, nil, about: subject, text, naming: names, cause: cause, count: count, call: call, block: block,
      seed: seed,
      controls: controls, backtrace: backtrace, location: location)
  }
}

extension PluginCheck {
  /// A finding about run() with the usual severity of its kind.
  static func runFinding<Result: FindingResult>(
    _ message: Message, about subject: String? = nil, _ context: PluginContext, _ text: String,
    naming names: [String] = [], count: Int = 1, block: Finding.Block? = nil,
    controls: [Finding.ControlValue]? = nil, backtrace: [StackFrame]? = nil
  ) -> Result {
    runFinding(
      message, nil, about: subject, context, text, naming: names, count: count, block: block, controls: controls,
      backtrace: backtrace)
  }

  /// A finding about an output with the usual severity of its kind.
  static func outputFinding<Result: FindingResult>(
    _ message: Message, _ port: Int, _ context: PluginContext, _ text: String, naming names: [String] = [],
    count: Int = 1, block: Finding.Block? = nil, controls: [Finding.ControlValue]? = nil
  ) -> Result {
    outputFinding(
      message, nil, port, context, text, naming: names, count: count, block: block, controls: controls)
  }
}
