import Foundation
import Model
import Reporting
import TestSupport

/// A plug-in of C with the interface of a look-alike.
enum PluginWithInterface {
  /// Validates the plug-in without a display of the user.
  ///
  /// - Parameters:
  ///   - code: what follows `#include "defect.h"`.
  ///   - checks: for `--only`.
  static func reports(of code: String, checks: String) throws -> [CheckReport] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "interface-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "good-ui-instance-access"
    try FileManager.default.copyItem(at: DefectBundle(name).url, to: folder)
    let source = folder.appending(path: "plugin.c").path
    try "#include \"defect.h\"\n\(code)".write(toFile: source, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(at: folder.appending(path: "plugin.so"))
    let compilation = try Program.run(
      "cc", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-I\(Repository.path("Tests/Defects/common"))",
      "-DDEFECT_URI=\"urn:defect:\(name)\"", "-o", folder.appending(path: "plugin.so").path, source, "-lm")
    guard compilation.status == 0 else { throw Failure(output: compilation.output) }
    let file = folder.appending(path: "report.json")
    _ = try Program.run([
      "env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", Validator.executable.path, "validate", "--only", checks,
      "--format", "json=\(file.path)", folder.path,
    ])
    return try JSONReport.decode(Array(Data(contentsOf: file))).bundles.flatMap(\.plugins).flatMap(\.checks)
  }

  private struct Failure: Error {
    let output: String
  }
}

extension [CheckReport] {
  var statuses: [String: CheckReport.Status] {
    Dictionary(uniqueKeysWithValues: map { ($0.check.rawValue, $0.status) })
  }
}
