import Model
import Testing

/// An end of run() that needs no interface is not called its fault. `ui-while-running-crash` is the opposite.
@Suite struct WhileRunningTests {
  @Test func aPluginThatEndsWithoutTheInterfaceIsSkipped() throws {
    let code = """
      static int blocks;
      static void run(LV2_Handle handle, uint32_t frames) {
        // More than an attempt plays.
        if (++blocks > 200) *(volatile int *)16 = blocks;
        good_run(handle, frames);
      }
      PLUGIN(.run = run)
      """
    let reports = try PluginWithInterface.reports(of: code, checks: "ui.while-running,ui.idle")
    #expect(reports.statuses == ["ui.while-running": .skipped, "ui.idle": .passed], "\(reports)")
    let reason = reports.first { $0.check.rawValue == "ui.while-running" }?.reason
    #expect(reason?.contains("without the interface too") == true)
  }
}
