import Model
import Support

extension LibraryCoverage {
  /// The number of functions that the text report names without `--verbose`.
  private static let shortList = 2

  private var file: String { library.split(separator: "/").last.map(String.init) ?? library }

  /// The numbers, as a sentence without its full stop.
  var count: String { "\(ran) of \(reachable.counted("reachable function")) of \(file) ran" }

  /// What ran and what did not, as a line of the text report.
  var sentence: String {
    let start = "Coverage: \(count)"
    if notRun.isEmpty { return start + "." }
    let names = notRun.prefix(Self.shortList).map(\.shortName.onOneLine)
    let others = reachable - ran - names.count
    let end = others > 0 ? " and \(others.counted("other")) (--verbose lists them)" : ""
    return "\(start); not run: \(names.joined(separator: ", "))\(end)."
  }
}

extension LibraryCoverage.Function {
  /// The name without the parameters of C++.
  var shortName: String {
    guard let parameters = name.firstIndex(of: "("), parameters > name.startIndex else { return name }
    let short = name[..<parameters]
    return short.hasSuffix("operator") ? name : String(short)
  }

  /// The source line; nil without debug information.
  var place: String? {
    guard let file else { return nil }
    return line.map { "\(file):\($0)" } ?? file
  }

  /// The function as a line of a list.
  var description: String {
    let place = place.map { ", \($0)" } ?? ""
    return "\(name) (\(size) bytes\(caller.map { ", called by \($0)" } ?? "")\(place))"
  }
}
