import Model
import Testing

/// A plug-in that ends the process if there is no display: its interface has one.
@Suite struct DisplayTests {
  /// - Parameter instantiate: statements of C.
  private func reports(instantiate: String) throws -> [CheckReport] {
    let code = """
      static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
        \(instantiate)
        return good_instantiate(descriptor, rate, bundle, features);
      }
      PLUGIN(.instantiate = instantiate)
      """
    return try PluginWithInterface.reports(of: code, checks: "audio.unwritten,ui.instantiate,ui.idle")
  }

  @Test func anInterfaceIsExaminedWithADisplay() throws {
    let reports = try reports(instantiate: "if (!getenv(\"DISPLAY\")) exit(1);")
    let expected: [String: CheckReport.Status] = [
      "audio.unwritten": .skipped, "ui.instantiate": .passed, "ui.idle": .passed,
    ]
    #expect(reports.statuses == expected, "\(reports.map(\.reason))")
  }

  @Test func aPluginThatAlsoEndsWithADisplayHasNoInterface() throws {
    let reports = try reports(instantiate: "exit(1);")
    #expect(Set(reports.statuses.values) == [.skipped], "\(reports)")
  }
}
