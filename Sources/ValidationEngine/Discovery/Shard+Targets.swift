import ValidationModel

extension Report.Shard {
  /// This part of the targets: every plug-in, and the files of every bundle, are in exactly one part.
  ///
  /// Plug-ins of all bundles are distributed in turn, so that a large bundle is divided too. A bundle's files belong to
  /// the part of its first plug-in.
  package func part(of targets: [ResolvedTarget]) -> [ResolvedTarget] {
    var distributed = 0
    return targets.compactMap { target in
      var part = target
      part.includesFiles = includes(distributed)
      part.plugins = target.plugins.enumerated().filter { includes(distributed + $0.offset) }.map(\.element)
      if !part.includesFiles {
        part.findings = []
        part.faults = []
      }
      distributed += max(1, target.plugins.count)
      return part.includesFiles || !part.plugins.isEmpty ? part : nil
    }
  }

  private func includes(_ number: Int) -> Bool { number % count == index - 1 }
}
