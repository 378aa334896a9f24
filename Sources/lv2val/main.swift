import Glibc
import Checks
import Reporting
import Sandbox

/// Runs the command that the arguments name.
func run(_ arguments: [String]) throws -> ExitStatus {
  let options = try Options(arguments)
  if options.wantsHelp {
    try Console.write(Help.text)
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
    try Console.write("\(Report.Tool.lv2val.name) \(Report.Tool.lv2val.version)\n")
    return .clean
  }
}

// Swift itself reads the arguments there, and ends the process where it cannot.
if access("/proc/self/cmdline", R_OK) != 0 {
  Console.error(
    "/proc is not mounted, and lv2val watches its children through it: mount it, or call bwrap with --proc /proc")
  exit(ExitStatus.fault.rawValue)
}
if CommandLine.arguments.count == 3 && CommandLine.arguments[1] == ChildEntry.argument {
  ChildEntry.main(CommandLine.arguments[2], limits: ChildJob.limits(timeout: 60))
}
do {
  signal(SIGPIPE, SIG_IGN)
  exit(try run(Arguments.all()).rawValue)
} catch let error as UsageError {
  Console.error(error.description)
  exit(ExitStatus.usage.rawValue)
} catch {
  Console.error("\(error)")
  exit(ExitStatus.fault.rawValue)
}
