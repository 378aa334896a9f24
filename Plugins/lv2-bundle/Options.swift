import Foundation

/// The command line of `swift package lv2-bundle`.
struct Options {
  static let help = """
    usage: swift package --allow-writing-to-package-directory lv2-bundle [OPTION...] [PRODUCT...]

    Builds the LV2 bundle of each dynamic library product in Embedded Swift.

      --output DIR      write the bundles to DIR (default: Bundles)
      --processor LEVEL add a library for newer processors, which the first one loads on them; LEVEL is x86-64-v3
      --install         copy the bundles to ~/.lv2
      --no-validation   do not run lv2val
      --help            print this help
    """

  private(set) var products: [String] = []
  private(set) var output = "Bundles"
  private(set) var processor: String?
  private(set) var installs = false
  private(set) var validates = true
  private(set) var isHelp = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Failure("\(option) needs a value; see lv2-bundle --help") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--output": output = try value(of: argument)
      case "--processor":
        let level = try value(of: argument)
        guard level == "x86-64-v3" else { throw Failure("--processor \(level): the only level is x86-64-v3") }
        processor = level
      case "--install": installs = true
      case "--no-validation": validates = false
      case "--help", "-h": isHelp = true
      case _ where argument.hasPrefix("-"): throw Failure("unknown option \(argument); see lv2-bundle --help")
      default: products.append(argument)
      }
    }
  }
}
