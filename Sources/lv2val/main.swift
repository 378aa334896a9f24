import CommandLine
import Glibc
import Support
import ValidationEngine
import ValidationModel

func run(_ arguments: [String]) throws -> ExitStatus {
  if let file = try tool.generatedFile(arguments) {
    try console.write(file)
    return .clean
  }
  let options = try Options(arguments)
  if options.wantsHelp {
    try console.write(tool.help)
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
    try console.write("\(tool.name) \(tool.version)\n")
    return .clean
  }
}

// The Swift runtime reads the arguments from this file, and traps if it cannot.
if access("/proc/self/cmdline", R_OK) != 0 {
  console.error(
    "/proc is not mounted, but lv2val supervises its child processes through it; with bwrap, use --proc /proc")
  exit(ExitStatus.fault.rawValue)
}
if CommandLine.arguments.count == 3 && CommandLine.arguments[1] == ChildEntry.argument {
  ChildEntry.main(CommandLine.arguments[2], timeout: 60)
}
do {
  signal(SIGPIPE, SIG_IGN)
  exit(try run(Arguments.all()).rawValue)
} catch let error as UsageError {
  console.error(error.description)
  exit(ExitStatus.usage.rawValue)
} catch {
  console.error("\(error)")
  exit(ExitStatus.fault.rawValue)
}
