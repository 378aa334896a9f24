import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// The durations of checks for plug-ins that need much processor time.
@Suite struct SlowPluginTests {
  @Test(
    arguments: [
      (0.3, nil), (0.31, 0.5), (0.6, 0.5), (0.61, 0.25), (1.2, 0.25), (2, 0.125), (3, 0.0625), (100, 0.015625),
    ] as [(Double, Double?)])
  func theShareFollowsTheLoad(_ load: Double, _ share: Double?) {
    #expect(Pace(load: load)?.share == share)
  }

  @Test(arguments: [(0, 1), (40, 1), (41, 0.25), (61, 0.0625), (1000, 0.015625)] as [(Double, Double)])
  func theShareFollowsTheUsedTime(_ used: Double, _ share: Double) {
    #expect(Pace.share(after: used) == share)
    #expect(Pace.share(of: Pace(load: 100), and: share) == 0.015625)
  }

  @Test func theReportListsShortenedChecks() {
    var plugin = PluginReport(uri: "urn:x", name: "X")
    #expect(plugin.reductions.isEmpty)
    plugin.checks = [0.25, nil, 0.0625, 0.25].enumerated().map { index, share in
      var report = CheckReport(["param.bounds", "param.zipper", "rt.lock", "mem.leak"][index], .passed)
      report.share = share
      return report
    }
    #expect(
      plugin.reductions == [
        "The first checks used more than 40 s of processor time, so later ones played a part of their durations and "
          + "settings: 1/4 in param.bounds, mem.leak; 1/16 in rt.lock."
      ])
  }

  @Test func theReportListsChecksWithoutTime() {
    var plugin = PluginReport(uri: "urn:x", name: "X")
    plugin.checks = [
      CheckReport("param.bounds", .passed), CheckReport("rt.lock", skipped: "no time", .time),
      CheckReport("mem.leak", skipped: "another reason", .choice), CheckReport("rt.clock", skipped: "no time", .time),
    ]
    #expect(
      plugin.reductions == [
        "The checks used more than 100 s of processor time, so these did not run (--only runs them): rt.lock, rt.clock."
      ])
  }

  /// run() computes for about the time of its block, whatever the speed of the machine.
  private static let code = """
    #include <time.h>

    static int64_t now(clockid_t clock) {
      struct timespec time;
      clock_gettime(clock, &time);
      return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
    }

    static void run(LV2_Handle handle, uint32_t frames) {
      const int64_t end = now(CLOCK_THREAD_CPUTIME_ID) + frames * INT64_C(20000);
      good_run(handle, frames);
      while (now(CLOCK_THREAD_CPUTIME_ID) < end) continue;
    }

    PLUGIN(.run = run)
    """

  @Test func theReportStatesTheReduction() throws {
    let bundle = try Bundle.compiled("heavy", Self.code)
    defer { bundle.remove() }
    let options = ["validate", "--only", "audio.denormal,life.run-zero", bundle.path]
    let text = try Validator(options).wait()
    #expect(text.output.contains("of the time of a block, so checks play 1/"), "\(text.output)")
    let json = try Validator(options + ["--format", "json"]).wait()
    let plugin = try #require(try JSONReport.decode(Array(json.output.utf8)).bundles.first?.plugins.first)
    #expect(try #require(plugin.pace).load > 0.6)
    #expect(plugin.hasSlowWork == nil)
  }

  @Test func theReportStatesThatAWorkerIsSlow() throws {
    let options = ["validate", "--only", "param.zipper", DefectBundle("good-worker-slow").url.path]
    let text = try Validator(options).wait()
    #expect(text.output.contains("the plug-in's worker took more than 2 s"), "\(text.output)")
    let json = try Validator(options + ["--format", "json"]).wait()
    let plugin = try #require(try JSONReport.decode(Array(json.output.utf8)).bundles.first?.plugins.first)
    #expect(plugin.hasSlowWork == true)
  }
}
