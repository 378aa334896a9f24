import Foundation
import PackagePlugin

/// Builds a library for Linux on arm64 on another processor.
///
/// The toolchain contains Embedded Swift for arm64 without an operating system only, which is sufficient: the code uses
/// nothing but the C library. Debian's cross compiler supplies its headers and files, and the start files of libraries. A
/// command plug-in cannot select the target of a build, so this one runs `swift build` with a scratch folder of its own.
struct Arm64Build {
  static let strip = "aarch64-linux-gnu-strip"
  /// The package of Debian, and a file that it installs.
  private static let requirements = [
    ("gcc-aarch64-linux-gnu", "/usr/bin/aarch64-linux-gnu-gcc"),
    ("libc6-dev-arm64-cross", "/usr/aarch64-linux-gnu/include/stdlib.h"),
  ]
  private static let preprocessorFlags = [
    "-fPIC", "-D__linux__=1", "-D__gnu_linux__=1", "-isystem", "/usr/aarch64-linux-gnu/include", "-isystem",
    "/usr/include",
  ]

  let package: URL
  let scratch: URL

  static func requirePackages() throws {
    let missing = requirements.filter { !FileManager.default.fileExists(atPath: $0.1) }.map(\.0)
    guard missing.isEmpty else {
      throw Failure(
        "--arch arm64 needs Debian packages that are not installed: apt-get install \(missing.joined(separator: " "))")
    }
  }

  /// The file that a successful build writes.
  func library(_ product: String) -> URL { scratch.appending(path: "release/lib\(product).elf") }

  /// The arguments of `swift`.
  func arguments(_ product: String, compilerFlags: [String], cFlags: [String], linkerFlags: [String]) -> [String] {
    func passed(_ flags: [String], to tool: String) -> [String] { flags.flatMap { [tool, $0] } }
    return ["build", "--package-path", package.path, "--scratch-path", scratch.path, "--disable-index-store"]
      + ["--triple", "aarch64-none-none-elf", "-c", "release", "--product", product]
      + passed(Self.preprocessorFlags + cFlags, to: "-Xcc")
      + passed(compilerFlags + ["-Xclang-linker", "--target=aarch64-linux-gnu"], to: "-Xswiftc")
      + passed(linkerFlags, to: "-Xlinker")
  }
}
