/// Simple properties of English text.
enum Prose {
  static func words(_ text: String) -> Int { text.split(whereSeparator: \.isWhitespace).count }

  /// The sentences of a text: a sentence ends with `.`, `!` or `?` before a space and a capital letter.
  static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let rest = text[text.index(after: index)...]
      if ".!?".contains(text[index]), rest.first == " ", rest.dropFirst().first?.isUppercase == true {
        sentences.append(String(text[start...index]))
        start = rest.index(after: rest.startIndex)
      }
      index = text.index(after: index)
    }
    return sentences + (start < text.endIndex ? [String(text[start...])] : [])
  }

  /// Whether a sentence is an imperative: the first word, or the first word after an introductory clause, is one of
  /// `verbs`.
  static func isImperative(_ sentence: String) -> Bool {
    let clauses = sentence.split(separator: ",").map { $0.drop { $0 == " " } }
    let starts = clauses.compactMap { $0.split(whereSeparator: { !$0.isLetter }).first?.lowercased() }
    guard let first = starts.first else { return false }
    if verbs.contains(first) { return true }
    return ["if", "in", "for", "before", "after", "otherwise", "when"].contains(first)
      && starts.dropFirst().contains { verbs.contains($0) }
  }

  private static let verbs: Set<String> = [
    "accept", "access", "add", "align", "allocate", "allow", "answer", "apply", "avoid", "begin", "bound", "build",
    "calculate",
    "call", "change", "check", "choose", "clamp", "clear", "close", "compare", "compile", "complete", "compute",
    "connect",
    "consult",
    "copy", "correct", "count", "create", "declare", "define", "delete", "destroy", "distribute", "divide", "do",
    "draw", "end", "ensure",
    "exchange",
    "export", "find", "fix", "flush", "follow", "free", "give", "guard", "handle", "implement", "include", "increase",
    "initialize", "join", "keep", "leave", "let", "limit", "link", "list", "load", "lock", "log", "look", "make", "map",
    "mark", "move", "name", "never", "number", "only", "open", "pad", "pass", "place", "preallocate", "prepare",
    "process", "profile",
    "protect", "put", "raise", "read", "reject", "release", "remove", "rename", "replace", "report", "reset", "resolve",
    "restore", "return", "round", "run", "save", "schedule", "send", "set", "show", "smooth", "split", "start", "state",
    "stop",
    "store", "sum", "swap", "take", "test", "treat", "unmap", "update", "use", "validate", "wait", "write", "zero",
  ]
}
