import FoundationEssentials
import Model
import Support

extension Options {
  /// Writes the pictures of user interfaces to the folder of `--pictures`, and returns the report with their paths.
  ///
  /// The names are those of the bundles, with the number of the interface. A file that could not be written is a failure in the
  /// report, which is also printed.
  func writePictures(_ report: Report) -> Report {
    guard let folder = pictures else { return report }
    var report = report
    // Bundles of two folders can have the same name.
    var numbers: [String: Int] = [:]
    for bundle in report.bundles.indices {
      let name = FindingIdentity.name(ofBundle: report.bundles[bundle].path)
      let stem = name.hasSuffix(".lv2") ? String(name.dropLast(4)) : name
      for plugin in report.bundles[bundle].plugins.indices {
        for index in (report.bundles[bundle].plugins[plugin].interfaces ?? []).indices {
          numbers[stem, default: 0] += 1
          let number = numbers[stem, default: 0]
          do {
            try write(&report.bundles[bundle].plugins[plugin].interfaces![index], to: "\(folder)/\(stem)-\(number)")
          } catch { note(error, in: &report) }
        }
      }
    }
    return report
  }

  private func write(_ interface: inout InterfacePictures, to stem: String) throws {
    for index in interface.pictures.indices {
      guard let data = interface.pictures[index].data.flatMap({ Data(base64Encoded: $0) }) else { continue }
      let file = "\(stem)-\(interface.pictures[index].moment.rawValue).png"
      try OutputFile(file).write(Array(data))
      interface.pictures[index].file = file
    }
  }
}
