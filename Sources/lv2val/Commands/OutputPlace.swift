import Glibc

/// Where a path that is to be written leads, as far as symbolic links can be followed.
struct OutputPlace {
  /// What makes two paths the same place.
  enum Identity: Equatable {
    case file(device: dev_t, node: ino_t)
    case path(String)
  }

  /// Links beyond this many are a circle, as the kernel sees it.
  private static let mostLinks = 40

  let path: String
  /// What is there; nil where nothing is.
  private let status: stat?
  /// Why `status` is not known.
  private let failure: Int32

  init(_ path: String) {
    var status = stat()
    let found = stat(path, &status) == 0
    failure = found ? 0 : errno
    self.status = found ? status : nil
    var place = path
    for _ in 0..<Self.mostLinks where !Self.isOfSystem(place) {
      guard let target = Self.target(of: place) else { break }
      place = target.hasPrefix("/") ? target : Self.directory(of: place) + target
    }
    self.path = place
  }

  var isNew: Bool { status == nil }

  /// What `errno` will be when it is written; nil where it can be, as far as can be told without trying.
  var obstacle: Int32? {
    guard let status else {
      if failure != ENOENT || path.isEmpty { return failure }
      return path.hasSuffix("/") ? EISDIR : nil
    }
    if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
    return stream == nil && access(path, W_OK) != 0 ? errno : nil
  }

  /// Whether it has to be written where it is: a pipe, a device, a descriptor.
  var isKept: Bool {
    if let status, status.st_mode & S_IFMT != S_IFREG { return true }
    return stream != nil || Self.isOfSystem(path)
  }

  /// Standard output or error, where it is that: what is opened anew would be emptied, and written from its beginning.
  var stream: Int32? {
    status.flatMap { status in
      [STDOUT_FILENO, STDERR_FILENO].first { Self.node(of: $0).map { Self.isSame($0, status) } ?? false }
    }
  }

  /// With a slash at its end; empty for the current one.
  var directory: String { Self.directory(of: path) }

  /// The permissions of what is there, or of a new file.
  var mode: mode_t {
    if let status { return status.st_mode & 0o777 }
    let mask = umask(0)
    umask(mask)
    return 0o666 & ~mask
  }

  var identity: Identity {
    if let status { return Self.identity(status) ?? .path(path) }
    // What a name lies in decides, not how that is written.
    guard let folder = realpath(directory.isEmpty ? "." : directory, nil) else { return .path(path) }
    defer { free(folder) }
    return .path("\(String(cString: folder))/\(path.dropFirst(directory.count))")
  }

  /// Of standard output, where two reports in it would be mixed.
  static var ofStandardOutput: Identity? { node(of: STDOUT_FILENO).flatMap(identity) }

  /// Nil for a device: a terminal or /dev/null bears two reports.
  private static func identity(_ status: stat) -> Identity? {
    status.st_mode & S_IFMT == S_IFCHR ? nil : .file(device: status.st_dev, node: status.st_ino)
  }

  private static func node(of descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  private static func isSame(_ left: stat, _ right: stat) -> Bool {
    left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Whether it lies in /dev or /proc, where nothing is to be made or replaced.
  private static func isOfSystem(_ path: String) -> Bool {
    guard let folder = realpath(directory(of: path).isEmpty ? "." : directory(of: path), nil) else { return false }
    defer { free(folder) }
    let name = String(cString: folder) + "/"
    return name.hasPrefix("/dev/") || name.hasPrefix("/proc/")
  }

  /// What a symbolic link holds; nil for anything else.
  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
