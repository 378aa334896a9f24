import Glibc

/// The place that a path for writing leads to, after symbolic links.
public struct OutputPlace {
  /// Two paths with the same identity lead to the same place.
  public enum Identity: Equatable {
    case file(FileIdentity)
    case path(String)
  }

  /// The number of links that the kernel follows (path_resolution(7)).
  private static let maximumLinks = 40

  public let path: String
  /// The status of the existing file; nil if there is none.
  private let status: stat?
  /// The `errno` of stat(2) if `status` is nil; EILSEQ if a link leads to a name that is not UTF-8.
  private let failure: Int32

  /// Follows the links of `path`, except in `/dev` and `/proc`.
  public init(_ path: String) {
    var status = stat()
    let exists = stat(path, &status) == 0
    var failure = exists ? 0 : errno
    self.status = exists ? status : nil
    var place = path
    for _ in 0..<Self.maximumLinks where !Self.isOfSystem(place) {
      guard let bytes = Self.target(of: place) else { break }
      guard let target = String(validating: bytes, as: UTF8.self) else {
        failure = EILSEQ
        break
      }
      place = target.hasPrefix("/") ? target : Self.directory(of: place) + target
    }
    self.failure = failure
    self.path = place
  }

  public var isNew: Bool { status == nil }

  /// The `errno` that writing will end with; nil if no obstacle is known without an attempt.
  public var obstacle: Int32? {
    if failure == EILSEQ { return failure }
    guard let status else {
      if failure != ENOENT || path.isEmpty { return failure }
      return path.hasSuffix("/") ? EISDIR : nil
    }
    if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
    return stream == nil && access(path, W_OK) != 0 ? errno : nil
  }

  /// Whether the file must be written itself and cannot be replaced: a pipe, a device, an open descriptor.
  public var isKept: Bool {
    if let status, status.st_mode & S_IFMT != S_IFREG { return true }
    return stream != nil || Self.isOfSystem(path)
  }

  /// The descriptor of standard output or standard error if that is the same file. Opened again, the file would be
  /// truncated.
  public var stream: Int32? {
    let identity = status.map(FileIdentity.init)
    return identity == nil ? nil : [STDOUT_FILENO, STDERR_FILENO].first { FileIdentity(of: $0) == identity }
  }

  /// The directory of the file, with a slash at the end; empty for the current directory.
  public var directory: String { Self.directory(of: path) }

  /// The permissions of the existing file; nil if there is none.
  public var permissions: mode_t? { status.map { $0.st_mode & 0o777 } }

  /// Nil for a character device: `/dev/null` or a terminal can receive several outputs.
  ///
  /// For a new file, the identity is the resolved directory and the name, so that `a` and `./a` are equal.
  public var identity: Identity? {
    if let status { return Self.identity(status) }
    guard let folder = resolvedPath(directory.isEmpty ? "." : directory) else { return .path(path) }
    return .path("\(folder)/\(path.dropFirst(directory.count))")
  }

  public static var identityOfStandardOutput: Identity? { statusOfOpenFile(STDOUT_FILENO).flatMap(identity) }

  private static func identity(_ status: stat) -> Identity? {
    status.st_mode & S_IFMT == S_IFCHR ? nil : .file(FileIdentity(status))
  }

  private static func directory(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Whether the path is in `/dev` or `/proc`, where no file can be made or replaced.
  private static func isOfSystem(_ path: String) -> Bool {
    let folder = directory(of: path)
    guard let name = resolvedPath(folder.isEmpty ? "." : folder) else { return false }
    return "\(name)/".hasPrefix("/dev/") || "\(name)/".hasPrefix("/proc/")
  }

  /// The target of a symbolic link; nil for any other file.
  private static func target(of link: String) -> ArraySlice<CChar>? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? buffer[..<count] : nil
  }
}

/// The device and inode numbers of a file.
public struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t

  init(_ status: stat) {
    device = status.st_dev
    node = status.st_ino
  }

  /// Nil if the descriptor is not open.
  public init?(of descriptor: Int32) {
    guard let status = statusOfOpenFile(descriptor) else { return nil }
    self.init(status)
  }
}

private func statusOfOpenFile(_ descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}
