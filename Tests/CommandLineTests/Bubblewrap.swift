/// The program that makes the fences of docs/security.md.
enum Bubblewrap {
  /// Whether the machine lets it make namespaces.
  static let isUsable =
    (try? Program.run("bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true").status) == 0
}
