import CDisplay
import FoundationEssentials
import Glibc
import Model
import Support

extension InterfaceContext {
  /// Takes pictures of the interface as it opens, after clicks and drags, and at twice the size. Calls `taken` with each.
  package func takePictures(seed: UInt64, _ taken: (InterfacePictures.Picture) throws -> Void) throws {
    let session = try InterfaceSession(self)
    try take(.open, of: session, taken)
    session.perform(UserInput.tour(of: session, SplitMix64(seed: seed), places: 3))
    session.perform(.move(x: -20, y: -20))
    try take(.input, of: session, taken)
    session.close()
    let scaled = try InterfaceSession(self, scale: 2)
    try take(.scaled, of: scaled, taken)
    scaled.close()
  }

  private func take(
    _ moment: InterfacePictures.Picture.Moment, of session: InterfaceSession,
    _ taken: (InterfacePictures.Picture) throws -> Void
  ) throws {
    guard let picture = session.settledPicture(), let data = picture.png else { return }
    try taken(
      .init(
        moment: moment, width: picture.size.width, height: picture.size.height,
        data: Data(data).base64EncodedString()))
  }
}

extension InterfaceSession {
  /// The picture when it does not change any more; the last one of an animation.
  fileprivate func settledPicture() -> Screenshot? {
    var last: Screenshot?
    for _ in 0..<8 {
      idle()
      let picture = picture
      if let picture, picture == last, !picture.isBlank { return picture }
      last = picture
    }
    return last
  }
}

extension Screenshot {
  /// The picture in the format PNG; nil if zlib is not installed.
  var png: [UInt8]? {
    var size = 0
    guard let file = cdisplay_png(pixels, UInt32(self.size.width), UInt32(self.size.height), &size) else { return nil }
    defer { free(file) }
    return size == 0 ? nil : Array(UnsafeBufferPointer(start: file, count: size))
  }
}
