/// The stable name of one kind of finding: the check and a word for the kind, such as `audio.nonfinite/output`.
///
/// Reports are compared, merged and deduplicated by it. The text of a message may change; its id does not.
public struct MessageID: RawRepresentable, Hashable, Codable, Sendable {
  public let check: CheckID
  /// The kind within the check, in lower case with hyphens, such as `control-overwritten`.
  public let kind: String

  public init(_ check: CheckID, _ kind: String) {
    self.check = check
    self.kind = kind
  }

  public init(_ check: CheckID, _ kind: some MessageWord) { self.init(check, kind.word) }

  /// Nil if the text does not name a check, or has nothing behind the slash.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let check = CheckID(rawValue: String(parts[0])) else { return nil }
    self.init(check, String(parts[1]))
  }

  public var rawValue: String { "\(check.rawValue)/\(kind)" }
}

/// Something with a word of its own in message ids.
public protocol MessageWord: CaseIterable, Sendable {}

/// The kinds of message of a check, one case for each.
public protocol MessageKind: MessageWord {
  /// The rule, the severity and the remedy of the kind.
  var text: MessageText { get }
}

extension MessageWord {

  /// The kind in a message id: the case `controlOverwritten` is `control-overwritten`.
  public var word: String {
    String(describing: self).reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}

/// The kinds of message with which the validator itself reports how a child process ended, for any check.
public enum EndMessage: MessageWord {
  /// A fatal signal during a call into the plug-in.
  case crash
  /// The same at values that no host sends on purpose: infinite, NaN or 1e30.
  case extremeCrash
  /// A fatal signal in a thread that the plug-in started.
  case threadCrash
  /// A read or write outside a heap block, which a guard page caught, or a change of the bytes before a guard page.
  case heapAccess
  /// The C library found the heap damaged and called abort().
  case heapCorruption
  /// A call into the plug-in did not return in time.
  case timeout
  /// The same at values that no host sends on purpose.
  case extremeTimeout
  /// The plug-in ended the process, by exit() for example.
  case exit
  /// A signal that cannot be caught ended the process.
  case killed
  /// The plug-in ended the process that supervises the child.
  case supervisorKilled
  /// The plug-in wrote a file larger than the limit.
  case fileSize
  /// The interface caused an error of the X server, which ends a host that has no handler for them.
  case xError
}
