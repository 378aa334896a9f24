import Foundation
import PackagePlugin

/// `swift package lv2-new NAME`: creates a package with one plug-in, a copy of a package in Examples/Templates.
@main struct NewCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    do {
      let request = try Request(arguments)
      if request.isHelp { return print(Request.help) }
      let directory = URL(filePath: request.directory, relativeTo: context.package.directoryURL).standardized
      guard !FileManager.default.fileExists(atPath: directory.path) else {
        throw Refusal("\(directory.path) already exists; choose another directory")
      }
      try Template(request.kind, name: request.name, prefix: request.prefix)
        .copy(to: directory, dependingOn: Dependency(of: context.package))
      print("Created \(directory.path). Its code is in Sources/\(request.name). To test it and to build its bundle:")
      print(
        "cd \(quoted(directory.path)) && swift test && swift package --allow-writing-to-package-directory lv2-bundle")
    } catch let refusal as Refusal {
      Diagnostics.error(refusal.message)
    }
  }

  /// A path as a word for a shell.
  private func quoted(_ path: String) -> String {
    path.wholeMatch(of: /[\w\/.+-]+/) != nil ? path : "'\(path.replacing("'", with: #"'\''"#))'"
  }
}

/// A mistake of the user.
struct Refusal: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
