import Glibc
import LV2Checks
import Reporting
import Sandbox

/// Runs the command that the arguments name.
func run(_ arguments: [String]) throws -> ExitStatus {
  let options = try Options(arguments)
  if options.wantsHelp {
    print(Help.text, terminator: "")
    return .clean
  }
  switch options.command {
  case .validate: return try ValidateCommand(options: options).run()
  case .plot: return try PlotCommand(options: options).run()
  case .list: return try ListCommand(options: options).run()
  case .merge: return try MergeCommand(options: options).run()
  case .compare: return try CompareCommand(options: options).run()
  case .checks: return try ChecksCommand(options: options).run()
  case .explain: return try ExplainCommand(options: options).run()
  case nil:
    print("\(Report.Tool.lv2val.name) \(Report.Tool.lv2val.version)")
    return .clean
  }
}

if CommandLine.arguments.count == 3 && CommandLine.arguments[1] == ChildEntry.argument {
  ChildEntry.main(CommandLine.arguments[2], limits: ChildJob.limits(timeout: 60))
}
do {
  signal(SIGPIPE, SIG_IGN)
  exit(try run(CommandLine.arguments).rawValue)
} catch let error as UsageError {
  Console.error(error.description)
  exit(ExitStatus.usage.rawValue)
} catch {
  Console.error("\(error)")
  exit(ExitStatus.fault.rawValue)
}
