import Foundation

/// What the compiler says about sources that do not compile, or lv2ttl about an effect, and help for the messages that code for the audio
/// thread causes.
struct CompilerMessages {
  private static let classes =
    "run() and what it calls cannot use classes, arrays, strings and closures that capture; use InlineArray, a tuple, or memory "
    + "that init() allocates"
  private static let metadata =
    "run() and what it calls cannot use classes, values of protocol types, and generic code that the compiler does not specialize; "
    + "use structures, and name the types"
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

  /// Lines about progress, and the functions of a crash, most of which have no names.
  private static var omitted: Regex<Substring> {
    /^\[\d+\/\d+\] |^Building for |^Build complete|^Compiling |^Planning build|^error: fatalError$|^Current stack |^\d+ +\S+ +0x/
  }

  private let lines: [String]

  /// - Parameter log: the output of a build, or of lv2ttl.
  init(log: String) {
    lines = log.split(separator: "\n").map(String.init).filter { $0.firstMatch(of: Self.omitted) == nil }
  }

  /// The text without the lines about progress and without the functions of a crash, and help for what is known.
  var text: String { (lines + hints).joined(separator: "\n") }

  private var hints: [String] {
    let found = Self.help.filter { help in
      lines.contains { $0.contains("error:") && $0.firstMatch(of: help.pattern) != nil }
    }
    guard !found.isEmpty else { return [] }
    return found.map { "help: \($0.sentence)" } + ["help: the page \"What run() may use\" of LV2Kit has examples"]
  }
}
