import ValidationModel

extension Report.Shard {
  /// This part of the targets: every plug-in, and the files of every bundle, are in exactly one part.
  ///
  /// Plug-ins are dealt like cards over all bundles together, so that a large bundle is divided too; a bundle's files go
  /// with its first plug-in.
  package func part(of targets: [ResolvedTarget]) -> [ResolvedTarget] {
    var dealt = 0
    return targets.compactMap { target in
      var part = target
      part.includesFiles = isMine(dealt)
      part.plugins = target.plugins.enumerated().filter { isMine(dealt + $0.offset) }.map(\.element)
      if !part.includesFiles {
        part.findings = []
        part.faults = []
      }
      dealt += max(1, target.plugins.count)
      return part.includesFiles || !part.plugins.isEmpty ? part : nil
    }
  }

  private func isMine(_ number: Int) -> Bool { number % count == index - 1 }
}
