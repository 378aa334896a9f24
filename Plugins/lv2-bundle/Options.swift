import Foundation

/// The command line of `swift package lv2-bundle`.
struct Options {
  static let help = """
    usage: swift package --allow-writing-to-package-directory lv2-bundle [OPTION...] [PRODUCT...]

    Builds the LV2 bundle of each dynamic library product in Embedded Swift, or its CLAP plug-ins: the file NAME.clap, which loads
    NAME-ui.so and NAME-v3.so from its folder; or the page NAME.html, in which a browser runs the plug-ins. The product NAMEUI
    contains the user interfaces of the product NAME and becomes a part of its bundle, except in bundles for another architecture.

      --format FORMATS  the formats, with commas: lv2, clap, web (default: lv2)
      --output DIR      write all files to DIR (default: Bundles, or Bundles/arm64 for that architecture, .build/clap for CLAP and
                        .build/web for pages: hosts of LV2 expect nothing but bundles in a folder)
      --processor LEVEL add a library for newer processors, which the first one loads on them; LEVEL is x86-64-v3
      --arch ARCH       build for another processor architecture; ARCH is arm64
      --url PREFIX      begin the URIs without a scheme with PREFIX, such as https://example.org/plugins/
      --install         copy the bundles to ~/.lv2, and the files for CLAP to ~/.clap
      --no-validation   do not run lv2val
      --debug           keep the debugging information in the libraries: a crash then names functions and lines
      --help            print this help
    """

  enum Format: String { case lv2, clap, web }

  private(set) var products: [String] = []
  private(set) var formats: Set<Format> = [.lv2]
  /// The folder of the bundles. A bundle has libraries of one architecture.
  var output: String { requestedOutput ?? (isForArm64 ? "Bundles/arm64" : "Bundles") }
  /// The folder of the files for CLAP. Hosts of LV2 take every file beside a bundle for another bundle.
  var clapOutput: String { requestedOutput ?? ".build/clap" }
  var webOutput: String { requestedOutput ?? ".build/web" }
  private var requestedOutput: String?
  private(set) var processor: String?
  /// Whether the libraries are for arm64 and this system has another processor.
  private(set) var isForArm64 = false
  /// The prefix of relative URIs.
  private(set) var url: String?
  /// The definition of the prefix for Swift and for C.
  var prefixFlags: (swift: [String], c: [String]) {
    guard let url else { return ([], []) }
    return (["-D", "LV2KIT_URL_PREFIX"], ["-DLV2KIT_URL_PREFIX=\"\(url)\""])
  }
  private(set) var installs = false
  private(set) var validates = true
  /// Whether the libraries keep their debugging information.
  private(set) var keepsDebugInformation = false
  private(set) var isHelp = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Failure("\(option) needs a value; see lv2-bundle --help") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--format":
        let names = try value(of: argument)
        let list = names.split(separator: ",").map { Format(rawValue: String($0)) }
        formats = Set(list.compactMap(\.self))
        guard !formats.isEmpty, !list.contains(nil) else {
          throw Failure("--format \(names): expected lv2, clap and web, or some of them, separated by commas")
        }
      case "--output": requestedOutput = try value(of: argument)
      case "--processor":
        let level = try value(of: argument)
        guard level == "x86-64-v3" else { throw Failure("--processor \(level): the only level is x86-64-v3") }
        processor = level
      case "--arch":
        let name = try value(of: argument)
        guard name == "arm64" else { throw Failure("--arch \(name): the only architecture is arm64") }
        #if !arch(arm64)
          isForArm64 = true
        #endif
      case "--url":
        let prefix = try value(of: argument)
        guard prefix.wholeMatch(of: /[A-Za-z]+:[A-Za-z0-9._~%@\/:-]+[\/:]/) != nil else {
          throw Failure(
            "--url \(prefix): expected a prefix such as https://example.org/plugins/, which ends with / or :")
        }
        url = prefix
      case "--install": installs = true
      case "--no-validation": validates = false
      case "--debug": keepsDebugInformation = true
      case "--help", "-h": isHelp = true
      case _ where argument.hasPrefix("-"): throw Failure("unknown option \(argument); see lv2-bundle --help")
      default: products.append(argument)
      }
    }
    if isForArm64 && processor != nil { throw Failure("--processor and --arch cannot be combined") }
    if isForArm64 && formats != [.lv2] {
      throw Failure("--format and --arch cannot be combined: the libraries for arm64 are for LV2")
    }
    if isForArm64 && installs {
      throw Failure("--install and --arch cannot be combined: this system has another processor")
    }
  }
}
