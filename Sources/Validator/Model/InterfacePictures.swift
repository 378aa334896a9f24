/// The pictures of one user interface.
public struct InterfacePictures: Codable, Sendable, Equatable {
  /// The URI of the interface.
  public var uri: String
  public var pictures: [Picture]

  public init(uri: String, pictures: [Picture] = []) {
    self.uri = uri
    self.pictures = pictures
  }

  public struct Picture: Codable, Sendable, Equatable {
    public enum Moment: String, Codable, Sendable {
      /// After the opening.
      case open
      /// After clicks and drags.
      case input
      /// After the opening with ui:scaleFactor 2.
      case scaled
    }

    public var moment: Moment
    /// In pixels.
    public var width: Int
    public var height: Int
    /// The path of the picture; nil if it was not written.
    public var file: String?
    /// The file in the format PNG, in Base64; nil in reports that were read.
    public var data: String?

    public init(moment: Moment, width: Int, height: Int, data: String?) {
      (self.moment, self.width, self.height) = (moment, width, height)
      self.data = data
    }
  }
}

extension Report {
  /// The report without the data of pictures, which only HTML reports contain.
  public var withoutPictureData: Report {
    var report = self
    for bundle in report.bundles.indices {
      for plugin in report.bundles[bundle].plugins.indices {
        let interfaces = report.bundles[bundle].plugins[plugin].interfaces?.map { interface in
          var interface = interface
          for index in interface.pictures.indices { interface.pictures[index].data = nil }
          return interface
        }
        report.bundles[bundle].plugins[plugin].interfaces = interfaces
      }
    }
    return report
  }
}
