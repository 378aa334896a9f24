import LV2Host

extension InstanceUnderTest {
  /// The most blocks in which work is done and its responses are delivered.
  private static let mostBlocks = 16

  /// Loads the file of the plug-in, as a host that restores a session or a user before the music.
  ///
  /// The instance is inactive afterwards. The detectors watch other calls.
  func load(_ file: LoadedFile, _ path: String) {
    let watch = hosted.watch
    hosted.watch = .ownership
    defer { hosted.watch = watch }
    switch file.route {
    case .key:
      file.route.request(path, of: self)
      if !hosted.features.worker.isIdle { playSilence {} }
    case .parameter: playSilence { file.route.request(path, of: self) }
    }
  }

  /// Activates the instance, plays blocks until all work is done and its responses were delivered, and deactivates it.
  ///
  /// - Parameter send: appends messages for the first block.
  private func playSilence(_ send: () -> Void) {
    activate()
    fill(.silence, from: 0, count: configuration.maximumBlockLength)
    for block in 0..<Self.mostBlocks where block < 2 || !hosted.features.worker.isIdle {
      prepareAtoms()
      if block == 0 { send() }
      run(configuration.maximumBlockLength)
    }
    prepareAtoms()
    deactivate()
  }
}
