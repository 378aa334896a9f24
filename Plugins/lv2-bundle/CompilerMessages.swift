import Foundation

/// What the compiler says about sources that do not compile, and help for the messages that code for the audio thread causes.
struct CompilerMessages {
  private static let classes =
    "run() and what it calls cannot use classes, arrays, strings and closures that capture; use InlineArray, a tuple, or memory "
    + "that init() allocates"
  private static let metadata =
    "run() and what it calls cannot use generic code that the compiler does not specialize, and no values of protocol types; "
    + "name the types"
  private static let missing =
    "the bundle is built in Embedded Swift, which lacks this; use numbers, StaticString, and memory of init()"

  /// Patterns in messages, and the sentence that helps.
  private static var help: [(pattern: Regex<Substring>, sentence: String)] {
    [
      (
        /reference counting|can cause locking|memory deallocation and locks|can cause memory allocation|metadata for a class/,
        classes
      ),
      (/metadata allocation|cause metadata|causes a metadata/, metadata),
      (/not available in this module|[Uu]navailable in embedded Swift|in embedded Swift/, missing),
      (
        /'Mutex'/,
        "the audio thread cannot wait for a lock; exchange plain values with Atomic, or let the worker do the job"
      ),
      (
        /no such module '(?:Glibc|Foundation|FoundationEssentials|Darwin|Musl)'/,
        "the bundle has no Glibc and no Foundation; LV2Math has sines, powers, logarithms, decibels and square roots"
      ),
    ]
  }

  private let lines: [String]

  /// - Parameter log: the output of a build.
  init(log: String) {
    lines = log.split(separator: "\n").map(String.init).filter { line in
      line.firstMatch(
        of: /^\[\d+\/\d+\] |^Building for |^Build complete|^Compiling |^Planning build|^error: fatalError$/) == nil
    }
  }

  /// The compiler's text without the lines about progress, and help for what is known.
  var text: String { (lines + hints).joined(separator: "\n") }

  private var hints: [String] {
    let found = Self.help.filter { help in
      lines.contains { $0.contains("error:") && $0.firstMatch(of: help.pattern) != nil }
    }
    guard !found.isEmpty else { return [] }
    return found.map { "help: \($0.sentence)" } + ["help: the page \"What run() may use\" of LV2Kit has examples"]
  }
}
