import Foundation
import Model
import TestSupport
import Testing

/// A report that cannot be written after the run: the last line of standard output states the status of the whole run.
@Suite struct LostOutputTests {
  private func lastLine(_ result: Validator.Result) -> String {
    result.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  /// The plug-in removes the directory, so that the early test of the path succeeds.
  @Test(arguments: [true, false]) func aDirectoryThatIsRemovedMeanwhile(_ isRemoved: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lost-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bundle = try Bundle.compiled(
      "remove",
      """
      #include <unistd.h>
      static LV2_Handle instantiate(
        const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features) {
        \(isRemoved ? "rmdir(\"\(folder)\");" : "")
        return good_instantiate(descriptor, rate, bundle, features);
      }
      PLUGIN(.instantiate = instantiate)
      """)
    defer { bundle.remove() }
    let result = try Validator(
      [
        "validate", "--only", "life.instantiate", "--format", "json=\(folder)/report.json", "--format", "text",
        bundle.path,
      ]
    ).wait()
    #expect(result.status == (isRemoved ? ExitStatus.fault : .clean).rawValue)
    #expect(lastLine(result).hasSuffix("exit=\(result.status)"), "\(result.output)")
    #expect(lastLine(result).contains("complete=\(isRemoved ? "no" : "yes")"))
    let failure = "\(folder)/report.json cannot be written: No such file or directory"
    #expect(result.errors.contains(failure) == isRemoved, "\(result.errors)")
    #expect(result.output.replacing("\n", with: "").contains("report.json") == isRemoved)
  }

  /// The memory that lv2val shares with a child is a file too, of 170 kB. A report about all good plug-ins of the corpus has
  /// more than 400 kB.
  @Test(arguments: [("400", true), ("unlimited", false)])
  func aLimitOfFileSizes(_ limit: String, _ isLost: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limit-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bundles = DefectBundle.all.filter(\.isGood).map { "'\($0.url.path)'" }.joined(separator: " ")
    // The unit of the limit is 512 bytes.
    let result = try Program.run([
      "sh", "-c",
      "ulimit -f \(limit); exec '\(Validator.executable.path)' validate -q --only 'manifest.*,ui.static,ui.modgui' "
        + "--format json=\(folder)/report.json --format text \(bundles)",
    ])
    #expect(result.status == (isLost ? ExitStatus.fault : .clean).rawValue, "\(result.output)")
    #expect(result.output.contains("report.json cannot be written: File too large") == isLost, "\(result.output)")
    #expect(result.output.hasSuffix("exit=\(result.status)\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files == (isLost ? [] : ["report.json"]))
  }
}
