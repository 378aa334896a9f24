import Glibc

public struct OutputError: Error, Equatable, CustomStringConvertible {
  /// The path as the user wrote it.
  public var path: String
  public var errno: Int32

  public init(path: String, errno: Int32) {
    self.path = path
    self.errno = errno
  }

  public var description: String { "\(path) cannot be written: \(String(cString: strerror(errno)))" }
}

/// A file that is replaced as a whole. An existing file stays unchanged until the new one is complete.
///
/// Pipes, devices and open descriptors are written directly, and so are files whose directory does not permit a new file.
public struct OutputFile {
  public let path: String
  private let place: OutputPlace

  public init(_ path: String) {
    self.path = path
    place = OutputPlace(path)
  }

  /// Checks that the file can be created or replaced, before the hours that may pass until `write(_:)`.
  public func check() throws(OutputError) {
    if let obstacle = place.obstacle { throw failure(obstacle) }
    if place.isNew { _ = try temporary() }
  }

  public func write(_ bytes: [UInt8]) throws {
    if let stream = place.stream {
      if let errno = writeAll(bytes, to: stream) { throw failure(errno) }
      return
    }
    try replace { path in
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw failure(errno) }
      let writeFailure = writeAll(bytes, to: descriptor)
      // Network file systems report a full disk only at close().
      let status = close(descriptor)
      if let errno = writeFailure ?? (status == 0 ? nil : errno) { throw failure(errno) }
    }
  }

  /// Lets a closure write the file.
  ///
  /// - Parameter body: receives a path and writes all content to it. It runs twice if the first file cannot be renamed.
  /// - Throws: `OutputError`, and what `body` throws.
  public func replace(_ body: (String) throws -> Void) throws {
    if let obstacle = place.obstacle { throw failure(obstacle) }
    if place.isKept { return try body(place.path) }
    let temporary: ReplacementFile
    do throws(OutputError) {
      temporary = try self.temporary()
    } catch {
      guard !place.isNew, Self.preventsReplacement(error.errno) else { throw error }
      return try body(place.path)
    }
    try temporary.close()
    try body(temporary.path)
    do throws(OutputError) {
      try temporary.commit()
    } catch {
      guard Self.preventsReplacement(error.errno) else { throw failure(error.errno) }
      try body(place.path)
    }
  }

  private func temporary() throws(OutputError) -> ReplacementFile {
    do { return try ReplacementFile(for: place) } catch { throw failure(error.errno) }
  }

  private func failure(_ errno: Int32) -> OutputError { OutputError(path: path, errno: errno) }

  /// Whether this `errno` prevents only the replacement of a file, not writing to it: the directory is not writable, or
  /// the file is a mount point.
  private static func preventsReplacement(_ errno: Int32) -> Bool {
    [EACCES, EPERM, EROFS, EBUSY, EXDEV, ENAMETOOLONG].contains(errno)
  }
}
