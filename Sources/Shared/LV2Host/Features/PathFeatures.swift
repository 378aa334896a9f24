import CLV2
import CProbe
import Glibc
import Synchronization

/// The features `state:makePath`, `state:mapPath` and `state:freePath`.
///
/// The files of an instance are in a numbered subdirectory of a directory that the caller owns. The abstract path of a
/// file in the caller's directory is its relative path. For other files it is the absolute path.
public final class PathFeatures: @unchecked Sendable {
  // SAFETY: only init writes the C structs and only deinit frees them. The lists of paths have locks.

  let makePath = UnsafeMutablePointer<LV2_State_Make_Path>.allocate(capacity: 1)
  let mapPath = UnsafeMutablePointer<LV2_State_Map_Path>.allocate(capacity: 1)
  let freePath = UnsafeMutablePointer<LV2_State_Free_Path>.allocate(capacity: 1)
  /// Absolute, without a trailing slash. nil if plug-ins may not create files.
  public let directory: String?
  /// The subdirectory of this instance; nil before its first file.
  private let subdirectory = Mutex<String?>(nil)
  private let mapped = Mutex<[(absolute: String, abstract: String)]>([])
  private let resolved = Mutex<[String]>([])

  public init(directory: String?) {
    self.directory = directory.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    // SAFETY: this object frees the structs, and it outlives the instance that uses them.
    let handle = Unmanaged.passUnretained(self).toOpaque()
    makePath.initialize(
      to: LV2_State_Make_Path(handle: handle) { handle, path in
        PathFeatures.answer(.makePath, handle, path) { $0.make($1) }
      })
    mapPath.initialize(
      to: LV2_State_Map_Path(
        handle: handle,
        abstract_path: { handle, path in PathFeatures.answer(.mapPath, handle, path) { $0.abstract($1) } },
        absolute_path: { handle, path in PathFeatures.answer(.mapPath, handle, path) { $0.absolute($1) } }))
    freePath.initialize(
      to: LV2_State_Free_Path(handle: handle) { _, path in
        let scope = CallbackScope(.freePath)
        defer { scope.end() }
        free(path)
      })
  }

  /// Performs a call of the plug-in that takes a path and returns one.
  private static func answer(
    _ callback: HostCallback, _ handle: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
    _ body: (PathFeatures, String) -> UnsafeMutablePointer<CChar>?
  ) -> UnsafeMutablePointer<CChar>? {
    let scope = CallbackScope(callback)
    defer { scope.end() }
    guard let handle, let path else { return nil }
    return body(Unmanaged<PathFeatures>.fromOpaque(handle).takeUnretainedValue(), String(cString: path))
  }

  deinit {
    makePath.deallocate()
    mapPath.deallocate()
    freePath.deallocate()
  }

  /// The arguments of all abstract_path() calls, in the order of the calls.
  public var mappedPaths: [String] { mapped.withLock { $0.map(\.absolute) } }
  /// The results of all abstract_path() calls, in the order of the calls.
  public var abstractPaths: [String] { mapped.withLock { $0.map(\.abstract) } }
  /// The arguments of all absolute_path() calls, in the order of the calls.
  public var resolvedPaths: [String] { resolved.withLock { $0 } }

  /// Creates the subdirectory of this instance on the first call. Returns nil if that fails.
  private func makeSubdirectory() -> String? {
    guard let directory else { return nil }
    return subdirectory.withLock { subdirectory in
      var number = 1
      while subdirectory == nil {
        let candidate = "\(directory)/\(number)"
        if mkdir(candidate, 0o755) == 0 { subdirectory = candidate } else if errno != EEXIST { return nil }
        number += 1
      }
      return subdirectory
    }
  }

  /// The path for a new file. Creates its parent directories. Returns nil without a directory.
  private func make(_ path: String) -> UnsafeMutablePointer<CChar>? {
    guard var parent = makeSubdirectory() else { return nil }
    let parts = path.split(separator: "/")
    for part in parts.dropLast() {
      parent += "/" + part
      if mkdir(parent, 0o755) != 0 && errno != EEXIST { return nil }
    }
    return transferred(parent + "/" + (parts.last ?? ""))
  }

  private func abstract(_ path: String) -> UnsafeMutablePointer<CChar>? {
    var abstract = path
    // Compared as bytes: a combining character after the slash would be part of the same Character.
    if let start = directory.map({ Array("\($0)/".utf8) }), path.utf8.starts(with: start) {
      abstract = String(decoding: path.utf8.dropFirst(start.count), as: UTF8.self)
    }
    mapped.withLock { $0.append((path, abstract)) }
    return transferred(abstract)
  }

  private func absolute(_ path: String) -> UnsafeMutablePointer<CChar>? {
    resolved.withLock { $0.append(path) }
    guard let directory, !path.hasPrefix("/") else { return transferred(path) }
    return transferred(directory + "/" + path)
  }

  /// A copy that the plug-in must free, with free_path() or free().
  private func transferred(_ path: String) -> UnsafeMutablePointer<CChar>? {
    let copy = strdup(path)
    if let copy { probe_heap_transfer(copy, strlen(copy) + 1) }
    return copy
  }
}
