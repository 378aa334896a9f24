/// bubblewrap, the sandbox of the security page.
enum Bubblewrap {
  /// Whether the kernel permits bubblewrap to create namespaces.
  static let isUsable =
    (try? Program.run("bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true").status) == 0
}
