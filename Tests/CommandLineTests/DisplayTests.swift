import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// A plug-in that ends the process if there is no display: its interface has one.
@Suite struct DisplayTests {
  /// - Parameter instantiate: statements of C.
  private func reports(instantiate: String) throws -> [CheckReport] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "display-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "good-ui-instance-access"
    try FileManager.default.copyItem(at: DefectBundle(name).url, to: folder)
    let code = """
      #include "defect.h"
      static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
        \(instantiate)
        return good_instantiate(descriptor, rate, bundle, features);
      }
      PLUGIN(.instantiate = instantiate)
      """
    let source = folder.appending(path: "plugin.c").path
    try code.write(toFile: source, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(at: folder.appending(path: "plugin.so"))
    let compilation = try Program.run(
      "cc", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-I\(Repository.path("Tests/Defects/common"))",
      "-DDEFECT_URI=\"urn:defect:\(name)\"", "-o", folder.appending(path: "plugin.so").path, source, "-lm")
    try #require(compilation.status == 0, "\(compilation.output)")
    let file = folder.appending(path: "report.json")
    _ = try Program.run([
      "env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", Validator.executable.path, "validate", "--only",
      "audio.unwritten,ui.instantiate,ui.idle", "--format", "json=\(file.path)", folder.path,
    ])
    return try JSONReport.decode(Array(Data(contentsOf: file))).bundles.flatMap(\.plugins).flatMap(\.checks)
  }

  private func statuses(_ reports: [CheckReport]) -> [String: CheckReport.Status] {
    Dictionary(uniqueKeysWithValues: reports.map { ($0.check.rawValue, $0.status) })
  }

  @Test func anInterfaceIsExaminedWithADisplay() throws {
    let reports = try reports(instantiate: "if (!getenv(\"DISPLAY\")) exit(1);")
    let expected: [String: CheckReport.Status] = [
      "audio.unwritten": .skipped, "ui.instantiate": .passed, "ui.idle": .passed,
    ]
    #expect(statuses(reports) == expected, "\(reports.map(\.reason))")
  }

  @Test func aPluginThatAlsoEndsWithADisplayHasNoInterface() throws {
    let reports = try reports(instantiate: "exit(1);")
    #expect(Set(statuses(reports).values) == [.skipped], "\(reports)")
  }
}
