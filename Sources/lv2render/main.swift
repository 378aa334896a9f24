import Glibc
import Rendering

if ChainChild.isWanted { ChainChild.main() }

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
    print(
      "\(request.output): \((report.duration * 1000).rounded() / 1000) s, \(report.channels) channel\(report.channels == 1 ? "" : "s") at "
        + "\(report.rate) Hz, peak \(report.peakLevel) dBFS, latency \(report.latency) frames, "
        + "\(Int(report.duration / max(report.elapsed, 1e-9)))x real time")
  }
}

do {
  let arguments = try CommandLineArguments(CommandLine.arguments)
  switch arguments.command {
  case .help: print(Help.text)
  case .version: print(Help.version)
  case .listPresets(let uri): for line in try Listing().presets(of: uri) { print(line) }
  case .listControls(let uri, let rate): for line in try Listing().controls(of: uri, rate: rate) { print(line) }
  case .render(let request):
    // The first characters clear the progress line.
    Interruption.watch(
      lastWords: isatty(2) != 0
        ? "\r\u{1B}[Klv2render: interrupted; nothing was written\n" : "lv2render: interrupted; nothing was written\n")
    try render(request, quiet: arguments.quiet, verbose: arguments.verbose)
  }
} catch {
  complain("\(error)")
  exit(error.exitStatus)
}
