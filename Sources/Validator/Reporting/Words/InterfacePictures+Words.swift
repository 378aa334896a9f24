import Model

extension InterfacePictures.Picture {
  /// When the picture was taken, as a caption.
  var caption: String {
    switch moment {
    case .open: "after the opening"
    case .input: "after clicks and drags"
    case .scaled: "with ui:scaleFactor 2"
    }
  }
}

extension PluginReport {
  /// The files of the pictures that show the interface of a finding, with their captions.
  func pictureFiles(of finding: Finding) -> [(file: String, caption: String)] {
    pictureFiles { $0.uri == finding.interface }
  }

  /// The files of all pictures.
  var pictureFiles: [(file: String, caption: String)] { pictureFiles { _ in true } }

  private func pictureFiles(_ isChosen: (InterfacePictures) -> Bool) -> [(file: String, caption: String)] {
    (interfaces ?? []).filter(isChosen).flatMap(\.pictures).compactMap { picture in
      picture.file.map { ($0, picture.caption) }
    }
  }
}
