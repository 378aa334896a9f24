/// How many of the functions of a plug-in's library ran, of those that the calls of the checks can reach.
public struct LibraryCoverage: Codable, Sendable, Equatable {
  /// A function that did not run.
  public struct Function: Codable, Sendable, Equatable {
    /// The name, or the file of the library with an offset.
    public var name: String
    /// The distance of its first instruction from the start of the library, in bytes.
    public var offset: UInt64
    /// The size of its code, in bytes.
    public var size: UInt64
    /// The source file and the line, if the library has debug information.
    public var file: String?
    public var line: Int?
    /// A function that ran and calls this one; nil if there is none.
    public var caller: String?

    public init(
      name: String, offset: UInt64, size: UInt64, file: String? = nil, line: Int? = nil, caller: String? = nil
    ) {
      self.name = name
      self.offset = offset
      self.size = size
      self.file = file
      self.line = line
      self.caller = caller
    }
  }

  /// The largest number of functions that a report names.
  public static let maximumNames = 200

  /// The path of the library.
  public var library: String
  /// The number of functions that ran.
  public var ran: Int
  /// The number of functions that ran or that code which ran refers to.
  public var reachable: Int
  /// The functions that did not run: first those that a function calls that ran, and larger ones first. At most
  /// `maximumNames`.
  public var notRun: [Function]

  public init(library: String, ran: Int, reachable: Int, notRun: [Function]) {
    self.library = library
    self.ran = ran
    self.reachable = reachable
    self.notRun = notRun
  }
}
