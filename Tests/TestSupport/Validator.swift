import Foundation

/// A process of the built `lv2val`.
public struct Validator: Sendable {
  /// The exit status and the output of a run.
  public struct Result: Sendable {
    public var status: Int32
    public var output: String
    public var errors: String
  }

  /// The executable in the build directory of the tests.
  public static let executable: URL = {
    var directory = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      directory = bundle.bundleURL.deletingLastPathComponent()
    }
    while !FileManager.default.isExecutableFile(atPath: directory.appending(path: "lv2val").path) {
      precondition(directory.path != "/", "lv2val is not built beside the tests")
      directory.deleteLastPathComponent()
    }
    return directory.appending(path: "lv2val")
  }()

  /// The release build that `make` made, which needs less processor time; the executable of the tests without it.
  public static let product =
    ProcessInfo.processInfo.environment["LV2VAL"].map { URL(filePath: $0) } ?? executable

  private let process = Process()
  private let output: URL
  private let errors: URL

  /// Starts lv2val.
  ///
  /// - Parameters:
  ///   - environment: variables added to the environment of the tests.
  ///   - outputFile: receives standard output, which is then missing in the result.
  ///   - isPrivileged: false to respect file permissions even for root.
  ///   - executable: the build of lv2val.
  ///   - ignored: the signals that the process ignores, in the syntax of `env --ignore-signal`; all others have their default
  ///     action, even if the tests ignore them.
  public init(
    _ arguments: [String], environment: [String: String] = [:], directory: URL? = nil, outputFile: URL? = nil,
    isPrivileged: Bool = true, ignored: String? = nil, executable: URL = Validator.product
  ) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "lv2val-test-\(UUID().uuidString)")
    output = scratch.appendingPathExtension("out")
    errors = scratch.appendingPathExtension("err")
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let privileges =
      isPrivileged || getuid() != 0 ? [] : ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["--default-signal"] + (ignored.map { ["--ignore-signal=\($0)"] } ?? []) + privileges + [executable.path]
      + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = directory
    process.standardOutput = try FileHandle(forWritingTo: outputFile ?? output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  public var identifier: Int32 { process.processIdentifier }

  /// Waits until the process ends.
  public func wait() throws -> Result {
    process.waitUntilExit()
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Runs lv2val when a slot for a process is free.
  ///
  /// - Parameter isWaiting: whether the process sleeps most of the time.
  public static func runInSlot(
    _ arguments: [String], environment: [String: String] = [:], isWaiting: Bool = false
  ) async throws -> Result {
    try await (isWaiting ? ProcessSlots.waiting : ProcessSlots.computing).run {
      try Validator(arguments, environment: environment).wait()
    }
  }

  /// Runs the product in a slot that no other test waits for.
  ///
  /// - Parameter arguments: evaluated in the slot.
  public static func runInAdvance(
    _ arguments: @escaping @Sendable () -> [String], isWaiting: Bool
  ) -> Task<Result, any Error> {
    (isWaiting ? ProcessSlots.waiting : ProcessSlots.computing).runInAdvance {
      try Validator(arguments()).wait()
    }
  }

  /// Starts lv2val and waits until it ends.
  public static func run(
    _ arguments: String..., environment: [String: String] = [:], directory: URL? = nil
  ) throws -> Result {
    try run(arguments, environment: environment, directory: directory)
  }

  public static func run(
    _ arguments: [String], environment: [String: String] = [:], directory: URL? = nil
  ) throws -> Result {
    try Validator(arguments, environment: environment, directory: directory).wait()
  }
}
