import CommandLine
import Engine
import Glibc
import Model
import Support

func run(_ arguments: [String]) throws -> ExitStatus {
  if let file = try tool.generatedFile(arguments) {
    try console.write(file)
    return .clean
  }
  let options = try Options(arguments)
  if options.has(.help) {
    try console.write(tool.help)
    return .clean
  }
  switch options.command {
  case .validate: return try options.validate()
  case .replay: return try options.replay()
  case .plot: return try options.plot()
  case .list: return try options.list()
  case .merge: return try options.merge()
  case .compare: return try options.compare()
  case .checks: return try options.checks()
  case .explain: return try options.explain()
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
if CommandLine.arguments.dropFirst() == [ChildEntry.argument] { ChildEntry.main() }
// Writing then fails with EPIPE or EFBIG, which is reported.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
let status: ExitStatus
do {
  status = try run(Arguments.all())
} catch let error as UsageError {
  console.error(error.description)
  status = .usage
} catch {
  console.error("\(error)")
  status = .fault
}
ChildEntry.endServer()
exit(status.rawValue)
