import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// The pictures of interfaces, from the X server to the files and the reports.
@Suite struct PictureTests {
  @Test func theReportsShowWhatTheFilesContain() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "shots"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
    let result = try Validator.run(
      ["validate", "--only", "ui.follows", "--pictures", path("shots")]
        + ["json", "html", "sarif", "junit"].flatMap { ["--format", "\($0)=\(path("report.\($0)"))"] }
        + [DefectBundle("ui.follows-no-port").url.path])
    #expect(result.status == ExitStatus.clean.rawValue, "\(result.errors)")

    let report = try JSONReport.decode(Array(text("report.json").utf8))
    let pictures = try #require(report.bundles[0].plugins[0].interfaces?.first).pictures
    #expect(pictures.map(\.moment) == [.open, .input, .scaled])
    let html = try text("report.html")
    for picture in pictures {
      // The window of the interface has this size.
      #expect(picture.width == 100 && picture.height == 80)
      let file = try #require(picture.file)
      #expect(file.hasPrefix(path("shots")) && file.hasSuffix("-\(picture.moment.rawValue).png"))
      let data = try Data(contentsOf: URL(filePath: file))
      // PNG: the signature, then the chunk IHDR with width and height, in the order of the network.
      #expect(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      #expect(data[16..<24] == Data([0, 0, 0, 100, 0, 0, 0, 80]))
      #expect(html.contains("data:image/png;base64,\(data.base64EncodedString())"))
      #expect(try text("report.sarif").contains(URL(filePath: file).lastPathComponent))
      #expect(try text("report.junit").contains("[[ATTACHMENT|\(file)]]"))
    }
  }

  /// The pictures need no check of interfaces, and two bundles can have the same name.
  @Test func everyInterfaceHasFilesOfItsOwn() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundles = try ["one", "two"].map { name in
      let bundle = folder.appending(path: "\(name)/same.lv2")
      try FileManager.default.createDirectory(at: bundle.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: DefectBundle("ui.follows-no-port").url, to: bundle)
      return bundle.path
    }
    let report = folder.appending(path: "report.json").path
    let result = try Validator.run(
      ["validate", "--only", "life.run-zero", "--pictures", folder.path, "--format", "json=\(report)"] + bundles)
    #expect(result.status == ExitStatus.clean.rawValue, "\(result.errors)")
    let files = try JSONReport.decode(Array(Data(contentsOf: URL(filePath: report)))).bundles.flatMap(\.plugins)
      .flatMap { $0.interfaces ?? [] }.flatMap(\.pictures).compactMap(\.file)
    #expect(files.count == 6 && Set(files).count == 6, "\(files)")
  }

  /// The report of the run is written, although a folder is at the place of a picture.
  @Test func aPictureThatCannotBeWrittenLosesNoReport() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let occupied = folder.appending(path: "ui.follows-no-port-1-open.png")
    try FileManager.default.createDirectory(at: occupied, withIntermediateDirectories: true)
    let result = try Validator.run(
      ["validate", "--only", "ui.follows", "--pictures", folder.path, "--format", "json"]
        + [DefectBundle("ui.follows-no-port").url.path])
    #expect(result.status == ExitStatus.fault.rawValue && result.errors.contains(occupied.path), "\(result.errors)")
    let report = try JSONReport.decode(Array(result.output.utf8))
    #expect(report.faults.count == 1 && report.bundles[0].plugins[0].interfaces?.first?.pictures.count == 3)
  }

  @Test func noPictureIsTakenWithoutAnOutputThatShowsIt() throws {
    let result = try Validator.run(
      ["validate", "--only", "ui.follows", "--format", "json", DefectBundle("good-ui").url.path])
    let report = try JSONReport.decode(Array(result.output.utf8))
    #expect(report.bundles[0].plugins[0].interfaces == nil)
  }
}
