import Glibc
import Rendering

if ChainChild.isWanted { ChainChild.main() }

// Where a standard stream is closed, the next file would take its number, and what goes to the stream.
for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
  _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
}

/// Writes a line to stderr, named as tools do.
func complain(_ line: String) {
  let bytes = Array("lv2render: \(line)\n".utf8)
  _ = write(2, bytes, bytes.count)
}

func render(_ request: RenderRequest, quiet: Bool, verbose: Bool) throws(RenderError) {
  let line = ProgressLine()
  let renderer = Renderer(request, showPluginOutput: verbose) { if !quiet { line.show($0) } }
  defer { line.end() }
  let report = try renderer.render()
  line.end()
  for warning in report.warnings { complain("warning: \(warning)") }
  if verbose {
    let summary =
      "\(request.output): \((report.duration * 1000).rounded() / 1000) s, \(report.channels) channel\(report.channels == 1 ? "" : "s") at "
      + "\(report.rate) Hz, peak \(report.peakLevel) dBFS, latency \(report.latency) frames, "
      + "\(Int(report.duration / max(report.elapsed, 1e-9)))x real time"
    if request.writesToStandardOutput { complain(summary) } else { print(summary) }
  }
}

/// The arguments as they are: `CommandLine.arguments` repairs what is no UTF-8, and would name another file.
func arguments() throws(RenderError) -> [String] {
  var arguments: [String] = []
  for index in 0..<Int(CommandLine.argc) {
    guard let argument = CommandLine.unsafeArgv[index] else { break }
    guard let text = String(validatingCString: argument) else {
      throw .usage("'\(String(cString: argument))' is not UTF-8: give the file another name, or a link that has one")
    }
    arguments.append(text)
  }
  return arguments
}

do {
  let arguments = try CommandLineArguments(arguments())
  switch arguments.command {
  case .help: print(Help.text)
  case .version: print(Help.version)
  case .listPresets(let uri): for line in try Listing().presets(of: uri) { print(line) }
  case .listControls(let uri, let rate): for line in try Listing().controls(of: uri, rate: rate) { print(line) }
  case .render(let request):
    // The first characters clear the progress line.
    Interruption.watch(
      lastWords: (isatty(2) != 0 ? "\r\u{1B}[K" : "") + "lv2render: interrupted; "
        + (request.writesToStandardOutput ? "what was written is incomplete\n" : "nothing was written\n"))
    try render(request, quiet: arguments.quiet, verbose: arguments.verbose)
  }
} catch {
  complain("\(error)")
  exit(error.exitStatus)
}
