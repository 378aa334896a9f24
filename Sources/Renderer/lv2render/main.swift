import CommandLine
import Glibc
import Importing
import Rendering
import Support

// The Swift runtime reads the arguments from this file, and traps if it cannot.
if access("/proc/self/cmdline", R_OK) != 0 {
  console.error("/proc is not mounted, but lv2render starts its child process through it; with bwrap, use --proc /proc")
  exit(RenderError.Status.internal.rawValue)
}
if ChainChild.isWanted { ChainChild.main() }

// A parent can have ignored it, and then no process that ends here leaves a signal or a status.
signal(SIGCHLD, SIG_DFL)

// If a standard stream is closed, the next file to be opened would receive its number and its data.
for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
  _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
}

func render(_ request: RenderRequest, quiet: Bool, verbose: Bool) throws {
  let line = ProgressLine(isEnabled: !quiet)
  defer { line.clear() }
  let report = try request.render(showPluginOutput: verbose) { line.show($0.line) }
  line.clear()
  for warning in report.warnings { console.error("warning: \(warning)") }
  if verbose {
    let summary =
      "\(request.output): \((report.duration * 1000).rounded() / 1000) s, \(report.channels.counted("channel")) at "
      + "\(report.rate) Hz, peak \(report.peakLevel) dBFS, latency \(report.latency) frames, "
      + "\(Int(report.duration / max(report.elapsed, 1e-9)))x real time"
    if request.writesToStandardOutput { console.error(summary) } else { try console.write(summary + "\n") }
  }
}

/// Prints in what the outputs differ, and exits with the status for it.
func compare(
  _ request: RenderRequest, _ comparison: RenderRequest.Comparison, quiet: Bool, verbose: Bool
) throws -> Never {
  let line = ProgressLine(isEnabled: !quiet)
  let difference = try request.compare(with: comparison, showPluginOutput: verbose) { line.show($0.line) }
  line.clear()
  try console.write(difference.sentence + "\n")
  exit(difference.isAudible ? RenderError.Status.file.rawValue : 0)
}

extension Progress {
  /// The text of the progress line.
  fileprivate var line: String {
    let speed = "\(Int(speed))x real time"
    guard let fraction else { return "\(Self.clock(done))  \(speed)" }
    let width = 30
    let filled = Int(fraction * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let left = fraction < 1 ? "\(Self.clock(remaining ?? 0)) left" : "tail"
    return "[\(bar)] \(Int(fraction * 100))%  \(speed)  \(left)"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}

do {
  let words = try Arguments.all()
  if let file = try tool.generatedFile(words) {
    try console.write(file)
    exit(0)
  }
  if words.dropFirst().first == "eq-import" {
    guard (3...4).contains(words.count) else {
      throw UsageError("eq-import requires a file with the settings of an equalizer, and optionally a folder")
    }
    try console.write(EQImport.run(words[2], into: words.count > 3 ? words[3] : ".").map { "\($0)\n" }.joined())
    exit(0)
  }
  let arguments = try CommandLineArguments(words)
  switch arguments.command {
  case .help: try console.write(tool.help)
  case .version: try console.write("\(tool.name) \(tool.version)\n")
  case .listPresets(let uri): try console.write(Listing().presets(of: uri).map { "\($0)\n" }.joined())
  case .listControls(let uri, let rate):
    try console.write(Listing().controls(of: uri, rate: rate).map { "\($0)\n" }.joined())
  case .compare(let request, let comparison):
    Interruption.handleSignals(
      message: "\(ProgressLine.clearSequence)lv2render: interrupted\n",
      messageAfterOutput: "\(ProgressLine.clearSequence)lv2render: interrupted\n")
    try compare(request, comparison, quiet: arguments.quiet, verbose: arguments.verbose)
  case .renderAll(let batch):
    let line = ProgressLine(isEnabled: !arguments.quiet)
    let status = batch.run { line.show($0) }
    line.clear()
    exit(status)
  case .render(let request):
    let start = "\(ProgressLine.clearSequence)lv2render: interrupted; "
    Interruption.handleSignals(
      message: start + (request.writesToStandardOutput ? "the output is incomplete\n" : "no output was written\n"),
      messageAfterOutput: "\(start)the output is complete\n")
    try render(request, quiet: arguments.quiet, verbose: arguments.verbose)
  }
} catch let error as RenderError {
  console.error("\(error)")
  exit(error.status.rawValue)
} catch let error as EQImport.Failure {
  console.error("\(error)")
  exit((error.isOfFile ? RenderError.Status.file : .usage).rawValue)
} catch let error as UsageError {
  console.error("\(error)")
  exit(RenderError.Status.usage.rawValue)
} catch {
  // Standard output could not be written.
  console.error("\(error)")
  exit(RenderError.Status.file.rawValue)
}
