import Checks
import Measuring
import Reporting

extension Report {
  /// A report with something of everything.
  static var sample: Report {
    let crash = Finding(
      check: "life.run-zero", severity: .error, message: "It crashed.", rule: "It may not.", remedy: "Mend it.", count: 3,
      call: "run()", block: .init(index: 17, frames: 64), seed: 7,
      controls: [.init(symbol: "cutoff", value: 20_000), .init(symbol: "q", value: .nan)],
      backtrace: [
        StackFrame(address: 4096, image: "/a.so", offset: 16, function: "run", file: "a.c", line: 3),
        StackFrame(address: 5),
      ])
    let hint = Finding(
      check: "manifest.syntax", severity: .warning, message: "Something is odd.", rule: "Be plain.", remedy: "Do.",
      location: .init(file: "/b/manifest.ttl", line: 3))
    return Report(
      tool: .init(name: "lv2val", version: "1.0.0"),
      settings: .init(seed: 7, rate: 48_000, block: 256, timeout: 60, jobs: 2, failOn: .error),
      host: .init(system: "Linux", machine: "x86_64", trapsSystemCalls: true), duration: 1.5,
      bundles: [
        BundleReport(
          path: "/b/", checks: [CheckReport("manifest.syntax", .findings([hint]))],
          plugins: [
            PluginReport(
              uri: "urn:p", name: "P",
              checks: [
                CheckReport("manifest.name", .passed), CheckReport("life.run-zero", .findings([crash]), duration: 0.25),
                CheckReport("life.reset", .skipped("it is not deterministic")),
              ], measurements: .sample)
          ])
      ])
  }

  /// The same without findings.
  static var clean: Report {
    var report = sample
    report.bundles[0].checks = []
    report.bundles[0].plugins[0].checks = [CheckReport("manifest.name", .passed)]
    return report
  }
}
