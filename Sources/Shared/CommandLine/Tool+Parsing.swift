import CGetopt
import Support

public enum ParsedArgument<Name: OptionName>: Sendable {
  /// The value is nil if the option has none.
  case option(Name, String?)
  case operand(String)
}

extension Tool {
  /// Parses arguments with getopt_long(3) and returns them in their order.
  ///
  /// - Parameter arguments: all of them, the first of which is the name of the program.
  /// - Throws: `UsageError` for an unknown option, a missing value or a value that an option does not accept.
  public func parse(_ arguments: [String]) throws(UsageError) -> [ParsedArgument<Name>] {
    let strings = CStrings(arguments)
    let options = options
    let longNames = options.enumerated().flatMap { index, option in option.longNames.map { (index: index, name: $0) } }
    let names = CStrings(longNames.map(\.name))
    var table = longNames.enumerated().map { position, entry in
      let kind = options[entry.index].value.code
      return option(name: names.pointers[position], has_arg: kind, flag: nil, val: firstCode + Int32(entry.index))
    }
    table.append(option())
    // "-" returns operands in their order; ":" distinguishes a missing value from an unknown option.
    let letters = options.reduce(into: "-:") { letters, option in
      if let letter = option.letter { letters += option.value.code == required_argument ? "\(letter):" : "\(letter)" }
    }
    var parsed: [ParsedArgument<Name>] = []
    // 0 makes getopt_long() start anew.
    var state = getopt_state(index: 0, value: nil)
    while true {
      let before = max(1, Int(state.index))
      let code = getopt_next(Int32(arguments.count), strings.pointers, letters, table, &state)
      if code == -1 { break }
      let value = state.value.map { String(cString: $0) }
      let word = arguments[min(max(before, Int(state.index) - 1), arguments.count - 1)]
      switch code {
      case 1: parsed.append(.operand(value ?? ""))
      case Int32(UInt8(ascii: ":")): throw UsageError("option \(word) requires a value")
      case Int32(UInt8(ascii: "?")): throw unknown(word)
      default:
        let found = options.indices.first { index in
          code == firstCode + Int32(index) || options[index].letter?.asciiValue.map(Int32.init) == code
        }
        guard let found, let name = options[found].name else { throw UsageError("unknown option '\(word)'") }
        parsed.append(.option(name, value))
      }
    }
    for index in Int(state.index)..<arguments.count { parsed.append(.operand(arguments[index])) }
    return parsed
  }

  private func unknown(_ word: String) -> UsageError {
    let spelling = String(word.prefix { $0 != "=" })
    let isKnown = options.contains {
      $0.spellings.contains(spelling) || $0.longNames.contains { spelling == "--\($0)" }
    }
    return isKnown
      ? UsageError("option \(spelling) does not accept a value")
      : UsageError("unknown option '\(word)'; see '\(name) --help'")
  }

  /// The code of the first long option, above every character.
  private var firstCode: Int32 { 256 }
}

extension ToolOption.Value {
  fileprivate var code: Int32 {
    switch self {
    case .none: no_argument
    case .required: required_argument
    case .optional: optional_argument
    }
  }
}

extension UsageError {
  /// An option whose value is not valid.
  ///
  /// - Parameter expected: a noun phrase such as "a number from 1 to 8".
  public init<Name: OptionName>(_ option: Name, requires expected: String, not value: String) {
    self.init("--\(option.rawValue) requires \(expected), not '\(value)'")
  }
}
