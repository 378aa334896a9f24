import LV2Kit
import ModGUI

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let martlet = ProjectDocument(
      uri: "urn:martlet", name: "Martlet",
      summary: "Audio filters that match their analog models, written in Swift.",
      license: "http://opensource.org/licenses/ISC", maintainer: "The Martlet authors", version: (minor: 2, micro: 0),
      additionalFiles: ModPanel.files)
  }
#endif
