import CLV2
import Foundation
import Support

/// The bundle for users: the library in a release build of Embedded Swift, built once for all tests.
enum BuiltBundle {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let folder = root.appending(path: "Bundles/martlet.lv2")

  /// The library, after `make bundle`.
  static let library: URL = {
    let make = Command.run("make", "-C", root.path, "bundle")
    precondition(make.status == 0, "make bundle: \(make.output)")
    return folder.appending(path: "martlet.so")
  }()

  enum Build: CaseIterable {
    /// The build that the bundle selects for this processor.
    case best
    /// The build for every processor.
    case baseline
  }

  typealias Entry = @Sendable @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?

  /// The function lv2_descriptor() of the bundle.
  static let descriptors: Entry = entry(library)

  private static let baseline: Entry = {
    // A copy of martlet.so in a folder without martlet-v3.so. The process needs the file only while it loads it.
    guard let folder = try? TemporaryFolder(prefix: "martlet-test") else {
      preconditionFailure("cannot create a temporary folder")
    }
    defer { withExtendedLifetime(folder) {} }
    let copy = URL(filePath: folder.path).appending(path: "martlet.so")
    try? FileManager.default.copyItem(at: library, to: copy)
    return entry(copy)
  }()

  private static func entry(_ library: URL) -> Entry {
    guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL), let entry = dlsym(handle, "lv2_descriptor") else {
      preconditionFailure(String(cString: dlerror()))
    }
    return unsafeBitCast(entry, to: Entry.self)
  }

  /// Returns the descriptor with this URI.
  static func descriptor(_ uri: String, _ build: Build = .best) -> UnsafePointer<LV2_Descriptor> {
    let entry = build == .best ? descriptors : baseline
    var index: UInt32 = 0
    while let descriptor = entry(index) {
      if String(cString: descriptor.pointee.URI) == uri { return descriptor }
      index += 1
    }
    preconditionFailure("no plug-in \(uri)")
  }
}

enum Command {
  /// Runs a program and waits for its end.
  ///
  /// - Returns: the exit status, and the text on standard output and standard error.
  static func run(
    _ arguments: String..., folder: URL? = nil, environment: [String: String] = [:]
  ) -> (status: Int32, output: String) {
    run(arguments, folder: folder, environment: environment)
  }

  static func run(
    _ arguments: [String], folder: URL? = nil, environment: [String: String] = [:]
  ) -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return (127, "\(error)") }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
