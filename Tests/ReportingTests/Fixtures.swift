import Reporting

@testable import Model

extension Report {
  /// A report with a finding, a pass, a skipped check and measurements.
  static var sample: Report {
    let crash = Finding(
      id: MessageID("life.run-zero", "crash"), severity: .error, cause: .crash, subject: "run()",
      message: "run() crashed.", rule: "run() returns.", remedy: "Fix run().", count: 3,
      call: "run()", block: .init(index: 17, frames: 64), seed: 7,
      controls: [.init(symbol: "cutoff", value: 20_000), .init(symbol: "q", value: .nan)],
      backtrace: [
        StackFrame(address: 4096, image: "/a.so", offset: 16, function: "run", file: "a.c", line: 3),
        StackFrame(address: 5),
      ])
    let hint = Finding(
      id: MessageID("manifest.syntax", "parse"), severity: .warning, subject: "manifest.ttl",
      message: "manifest.ttl is invalid.", rule: "Turtle is valid.", remedy: "Fix the file.",
      location: .init(file: "/b/manifest.ttl", line: 3))
    var settings = Report.Settings()
    settings.seed = 7
    settings.jobs = 2
    return Report(
      tool: .init(name: "lv2val", version: "1.0.0"), settings: settings,
      host: .init(system: "Linux", machine: "x86_64", trapsSystemCalls: true), duration: 1.5,
      bundles: [
        BundleReport(
          path: "/b/", checks: [CheckReport("manifest.syntax", .findings([hint]))],
          plugins: [
            PluginReport(
              uri: "urn:p", name: "P",
              checks: [
                CheckReport("manifest.name", .passed), CheckReport("life.run-zero", .findings([crash]), duration: 0.25),
                CheckReport("life.reset", .skipped("the output is not deterministic")),
              ], measurements: .sample)
          ])
      ])
  }

  /// The same report without findings.
  static var clean: Report {
    var report = sample
    report.bundles[0].checks = []
    report.bundles[0].plugins[0].checks = [CheckReport("manifest.name", .passed)]
    return report
  }
}
