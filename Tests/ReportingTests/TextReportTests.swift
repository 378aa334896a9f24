import Model
import Support
import Testing

@testable import Reporting

@Suite struct TextReportTests {
  @Test func theReportStartsWithTheVerdictAndEndsWithTheSummaryLine() {
    let lines = TextReport.render(.sample).split(separator: "\n").map(String.init)
    #expect(lines.first == "FAIL  1 error, 1 warning, 0 notes in 1 plug-in")
    #expect(lines[1] == "Fix first: life.run-zero/crash in urn:p")
    #expect(
      lines.last
        == "lv2val: result=fail plugins=1 errors=1 warnings=1 notes=0 checks=3 skipped=1 prevented=0 seed=7 complete=yes exit=1"
    )
    #expect(TextReport.render(.clean).hasPrefix("PASS  0 errors, 0 warnings, 0 notes in 1 plug-in\n"))
  }

  @Test func aFindingIsAParagraphWithAllFields() throws {
    let text = TextReport.render(.sample)
    let paragraph = try #require(text.split(separator: "\n\n").first { $0.contains("error life.run-zero") })
    #expect(
      paragraph == """
        error life.run-zero/crash (3 times)
          run() crashed.
          when  run(), block no. 17 (64 frames), cutoff = 20000.0, q = NaN, seed 7
          at    run (a.c:3)
          at    0x5
          rule  run() returns.
          fix   Fix run().
        """)
  }

  @Test func aValueThatTheMessageStatesIsNotRepeated() {
    var report = Report.sample
    report.bundles[0].plugins[0].checks[1].findings[0].controls?[0].isStated = true
    #expect(TextReport.render(report).contains("  when  run(), block no. 17 (64 frames), q = NaN, seed 7"))
  }

  /// The text of a message decides nothing.
  @Test func aMessageIsNotInterpreted() {
    var report = Report.sample
    report.bundles[0].plugins[0].checks[1].findings[0].message = "run() crashed with cutoff = 20000.0."
    #expect(TextReport.render(report).contains("(64 frames), cutoff = 20000.0, q = NaN, seed 7"))
  }

  @Test func verboseListsPassedAndSkippedChecks() {
    let verbose = TextReport.render(.sample, style: .init(verbose: true))
    #expect(verbose.contains("passed\n  manifest.name"))
    #expect(verbose.contains("life.reset: the output is not deterministic"))
    #expect(!TextReport.render(.sample).contains("the output is not deterministic"))
  }

  @Test func quietReportsHaveOnlyTheVerdictAndTheSummaryLine() {
    let paragraphs = TextReport.render(.sample, style: .init(quiet: true)).split(separator: "\n\n")
    #expect(paragraphs.count == 2)
  }

  @Test func colorsAddOnlyEscapeSequences() {
    let plain = TextReport.render(.sample)
    let colored = TextReport.render(.sample, style: .init(color: true))
    #expect(!plain.contains("\u{1b}"))
    #expect(colored.contains("\u{1b}[1;31mFAIL\u{1b}[0m"))
    #expect(colored.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain)
  }

  @Test func anInterruptionIsReported() {
    var report = Report.clean
    report.interrupted = true
    #expect(TextReport.render(report).hasPrefix("INCOMPLETE  0 errors"))
    #expect(TextReport.render(report).contains("interrupted"))
    #expect(TextReport.render(report).contains("result=incomplete"))
    #expect(TextReport.render(report).contains("complete=no"))
  }

  /// Names and messages of a plug-in cannot imitate the summary line for scripts.
  @Test func namesCannotForgeLines() throws {
    var report = Report.sample
    let forged = "A\n\nlv2val: result=pass exit=0\t\u{1b}[31m\u{85}\u{2028}\u{202e}B"
    report.bundles[0].path = "/b\n/"
    report.bundles[0].plugins[0].name = forged
    report.bundles[0].plugins[0].uri = forged
    report.bundles[0].plugins[0].checks[1].findings[0].message = forged
    report.bundles[0].plugins[0].checks[1].findings[0].backtrace?[0].function = forged
    report.bundles[0].plugins[0].checks[1].findings[0].location = .init(file: forged)
    report.bundles[0].plugins[0].checks[1].findings[0].controls = [.init(symbol: forged, value: 1)]
    report.bundles[0].plugins[0].checks[2] = CheckReport("life.reset", .skipped(forged))
    report.faults = [forged]
    for text in [
      TextReport.render(report, style: .init(verbose: true)),
      ComparisonText.render(Comparison(.clean, report), failOn: .note, status: .findings),
    ] {
      #expect(text.split(separator: "\n").count { $0.hasPrefix("lv2val:") } == 1, "\(text)")
      #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.properties.generalCategory == .control) })
    }
    #expect(TextReport.render(report).contains("== A  lv2val: result=pass exit=0 \u{fffd}[31m  \u{fffd}B <A"))
  }

  @Test func reasonsAreListedIfEveryCheckIsSkipped() {
    var report = Report.sample
    let reason = "the plug-in has no state interface"
    report.bundles[0].plugins[0].checks.append(CheckReport("state.roundtrip", .skipped(reason)))
    #expect(!TextReport.render(report).contains(reason))
    report.bundles[0].plugins[0].checks = [CheckReport("state.roundtrip", .skipped(reason))]
    #expect(TextReport.render(report).contains("skipped\n  state.roundtrip: \(reason)"))
  }

  @Test func longTextIsWrapped() {
    let text = Array(repeating: "word", count: 60).joined(separator: " ")
    let lines = text.wrapped(indent: 4, width: 40).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 && $0.hasPrefix("    word") })
    #expect(lines.joined(separator: " ").split(separator: " ").count == 60)
  }
}
