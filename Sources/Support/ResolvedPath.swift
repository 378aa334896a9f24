import Glibc

/// The absolute path without symbolic links; nil, with the reason in `errno`, if the file does not exist.
public func resolvedPath(_ path: String) -> String? {
  guard let absolute = realpath(path, nil) else { return nil }
  defer { free(absolute) }
  return String(cString: absolute)
}
