import CLV2
import CProbe
import Glibc
import Synchronization

/// The state extension's `makePath`, `mapPath` and `freePath`.
///
/// Files that a plug-in makes land in one directory, which the caller owns, those of each instance in a directory of its
/// own there, called by a number. An abstract path is the path relative to the caller's directory, or the absolute path
/// of a file that lies elsewhere.
public final class PathFeatures: @unchecked Sendable {
  // SAFETY: the C structs are written in init and freed in deinit only; the list of paths has a lock.

  let makePath: UnsafeMutablePointer<LV2_State_Make_Path>
  let mapPath: UnsafeMutablePointer<LV2_State_Map_Path>
  let freePath: UnsafeMutablePointer<LV2_State_Free_Path>
  /// Absolute, without a slash at its end; nil where plug-ins may make no files.
  public let directory: String?
  /// Where the files of this instance go; nil before the first.
  private let own = Mutex<String?>(nil)
  private let mapped = Mutex<[(absolute: String, abstract: String)]>([])
  private let resolved = Mutex<[String]>([])

  public init(directory: String?) {
    self.directory = directory.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    makePath = .allocate(capacity: 1)
    mapPath = .allocate(capacity: 1)
    freePath = .allocate(capacity: 1)
    // SAFETY: the structs go with this object, which outlives the instance that it is given to.
    let handle = Unmanaged.passUnretained(self).toOpaque()
    makePath.initialize(
      to: LV2_State_Make_Path(handle: handle) { handle, path in
        let crossing = Crossing(.makePath)
        defer { crossing.end() }
        guard let handle, let path else { return nil }
        return Unmanaged<PathFeatures>.fromOpaque(handle).takeUnretainedValue().make(String(cString: path))
      })
    mapPath.initialize(
      to: LV2_State_Map_Path(
        handle: handle,
        abstract_path: { handle, path in
          let crossing = Crossing(.mapPath)
          defer { crossing.end() }
          guard let handle, let path else { return nil }
          return Unmanaged<PathFeatures>.fromOpaque(handle).takeUnretainedValue().abstract(String(cString: path))
        },
        absolute_path: { handle, path in
          let crossing = Crossing(.mapPath)
          defer { crossing.end() }
          guard let handle, let path else { return nil }
          return Unmanaged<PathFeatures>.fromOpaque(handle).takeUnretainedValue().absolute(String(cString: path))
        }))
    freePath.initialize(
      to: LV2_State_Free_Path(handle: handle) { _, path in
        let crossing = Crossing(.freePath)
        defer { crossing.end() }
        free(path)
      })
  }

  deinit {
    makePath.deallocate()
    mapPath.deallocate()
    freePath.deallocate()
  }

  /// The absolute paths that plug-ins asked an abstract path for, in the order of the calls.
  public var mappedPaths: [String] { mapped.withLock { $0.map(\.absolute) } }
  /// What they got for them.
  public var abstractPaths: [String] { mapped.withLock { $0.map(\.abstract) } }
  /// The abstract paths that plug-ins asked an absolute path for, in the order of the calls.
  public var resolvedPaths: [String] { resolved.withLock { $0 } }

  /// The directory of this instance's own, made where it is not there yet; nil where none can be made.
  private func ownDirectory() -> String? {
    guard let directory else { return nil }
    return own.withLock { own in
      var number = 1
      while own == nil {
        let candidate = "\(directory)/\(number)"
        if mkdir(candidate, 0o755) == 0 { own = candidate } else if errno != EEXIST { return nil }
        number += 1
      }
      return own
    }
  }

  /// A path for a new file below the directory, whose parent directories exist afterwards; nil without a directory.
  private func make(_ path: String) -> UnsafeMutablePointer<CChar>? {
    guard var parent = ownDirectory() else { return nil }
    let parts = path.split(separator: "/")
    for part in parts.dropLast() {
      parent += "/" + part
      if mkdir(parent, 0o755) != 0 && errno != EEXIST { return nil }
    }
    return given(parent + "/" + (parts.last ?? ""))
  }

  private func abstract(_ path: String) -> UnsafeMutablePointer<CChar>? {
    var abstract = path
    // In bytes: what follows the slash may belong to its character.
    if let start = directory.map({ Array("\($0)/".utf8) }), path.utf8.starts(with: start) {
      abstract = String(decoding: path.utf8.dropFirst(start.count), as: UTF8.self)
    }
    mapped.withLock { $0.append((path, abstract)) }
    return given(abstract)
  }

  private func absolute(_ path: String) -> UnsafeMutablePointer<CChar>? {
    resolved.withLock { $0.append(path) }
    guard let directory, !path.hasPrefix("/") else { return given(path) }
    return given(directory + "/" + path)
  }

  /// A copy that is the plug-in's to free, by freePath or by itself.
  private func given(_ path: String) -> UnsafeMutablePointer<CChar>? {
    let copy = strdup(path)
    if let copy { probe_heap_give(copy, strlen(copy) + 1) }
    return copy
  }
}
