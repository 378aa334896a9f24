import CProcess
import Glibc

/// A file that is written beside its target and takes its place at the end, so that there is no half file.
///
/// Where the target is standard output or no regular file (`/dev/null`, a pipe), it is written itself. Until `commit`,
/// going out of scope removes what was written.
final class ReplacedFile {
  /// The target, as users are told of it.
  let path: String
  /// Open for writing, and for reading too unless it is a pipe.
  private(set) var descriptor: Int32
  /// Whether it is written beside its target.
  var isTemporary: Bool { temporary != nil }
  /// Whether what was written can be written over, which pipes do not allow.
  var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }
  /// Where there is room for what belongs to it, with a slash at the end, or empty: beside it, or where temporary files go.
  var directory: String {
    if isTemporary { return String(Self.directory(of: destination)) }
    let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return (wanted.isEmpty ? "/tmp" : wanted) + "/"
  }
  private let destination: String
  private var temporary: String?

  /// - Parameter path: the target's, or what means standard output.
  /// - Throws: `RenderError.output` where the directory or the target cannot be written; `usage` where standard output is
  ///   nothing to write a sound file to.
  init(_ path: String) throws(RenderError) {
    guard !StandardStream.output.isMeant(by: path) else {
      let stream = StandardStream.output
      self.path = stream.name
      (destination, temporary) = (stream.path, nil)
      descriptor = stream.duplicate()
      guard descriptor >= 0 else { throw .output(path: self.path, reason: String(cString: strerror(errno))) }
      try Self.checkStream(descriptor)
      return
    }
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    // A link that leads in a circle, or through what is no directory.
    guard exists || errno == ENOENT else { throw .output(path: path, reason: String(cString: strerror(errno))) }
    let type = status.st_mode & S_IFMT
    guard !exists || type != S_IFDIR else { throw .output(path: path, reason: "is a directory") }
    if exists && type != S_IFREG {
      destination = path
      temporary = nil
      // A pipe that were open for reading here too would not tell that its reader is gone.
      descriptor = open(path, (type == S_IFIFO ? O_WRONLY : O_RDWR) | O_CLOEXEC)
    } else {
      guard !exists || access(path, W_OK) == 0 else {
        throw .output(path: path, reason: String(cString: strerror(errno)))
      }
      let destination = try Self.resolved(path)
      // The file behind a descriptor (/proc/self/fd) may have none.
      guard !exists || Self.areSame(path, destination) else {
        throw .output(path: path, reason: "has no name any more")
      }
      self.destination = destination
      (descriptor, temporary) = Interruption.holding {
        var template = Array("\(Self.directory(of: destination)).lv2render.XXXXXX".utf8CString)
        let descriptor = mkostemp(&template, O_CLOEXEC)
        guard descriptor >= 0 else { return (descriptor, nil) }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        Interruption.remove(name)
        return (descriptor, name)
      }
    }
    guard descriptor >= 0 else { throw .output(path: path, reason: String(cString: strerror(errno))) }
    if temporary != nil { fchmod(descriptor, exists ? status.st_mode & 0o777 : 0o666 & ~Self.mask()) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporary {
      Interruption.holding {
        unlink(temporary)
        Interruption.remove(nil)
      }
    }
  }

  /// Closes the file and puts it in the target's place.
  func commit() throws(RenderError) {
    // Network file systems tell only now that there was no room.
    let status = close(descriptor)
    descriptor = -1
    guard status == 0 else { throw .output(path: path, reason: String(cString: strerror(errno))) }
    guard let temporary else { return }
    try Interruption.holding { () throws(RenderError) in
      guard rename(temporary, destination) == 0 else {
        throw .output(path: path, reason: String(cString: strerror(errno)))
      }
      Interruption.remove(nil)
    }
    self.temporary = nil
  }

  /// Whether two paths lead to one file on a disk.
  static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_mode & S_IFMT == S_IFREG
      && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Refuses a terminal, and a file that is appended to (`>>`): nothing there can be written over.
  private static func checkStream(_ descriptor: Int32) throws(RenderError) {
    var status = stat()
    fstat(descriptor, &status)
    if isatty(descriptor) != 0 {
      throw .usage("standard output is a terminal: send it into a pipe or a file, or name a file")
    }
    if status.st_mode & S_IFMT == S_IFREG && fcntl(descriptor, F_GETFL) & O_APPEND != 0 {
      throw .usage("standard output is appended to a file (>>), where no sound file can be finished: name a file")
    }
  }

  /// The part of a path up to its last slash, that included.
  static func directory(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Follows symbolic links, so that the file is replaced, or made, and not the link.
  private static func resolved(_ path: String) throws(RenderError) -> String {
    var target = path
    // As many as the kernel follows (path_resolution(7)).
    for _ in 0...40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(target, &bytes, bytes.count)
      guard count >= 0 else { return target }
      guard let link = String(validating: bytes[..<count], as: UTF8.self) else {
        throw .output(path: path, reason: "leads to a name that is not UTF-8")
      }
      target = link.hasPrefix("/") ? link : directory(of: target) + link
    }
    throw .output(path: path, reason: String(cString: strerror(ELOOP)))
  }

  private static func mask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}
