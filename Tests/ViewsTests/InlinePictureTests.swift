import EffectViews
import Effects
import Testing

@testable import Views

/// The pictures for the mixer of a host.
@Suite struct InlinePictureTests {
  private typealias Port = ParametricEQStereoPort

  /// The pixels of a picture of the parametric EQ.
  private func pixels(_ picture: InlinePicture) throws -> [UInt32] {
    let image = try #require(picture.draw(width: 200, maximumHeight: 200)).pointee
    let count = Int(image.stride) / 4 * Int(image.height)
    return image.data.withMemoryRebound(to: UInt32.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The host passes the values of all ports, also those of outputs, which are at their minimum there.
  @Test func outputsAreNotShown() throws {
    let pictures = (0..<2).map { _ in InlinePicture(scale: 1) { ParametricEQView(isStereo: true, rate: $0) } }
    for picture in pictures {
      for (port, declaration) in Port.declarations.enumerated() where declaration.kind == .input {
        picture.set(port, to: declaration.initial)
      }
      picture.set(Port.band(.range, 4).rawValue, to: -12)
    }
    for band in 0..<8 {
      let port = Port.band(.change, band)
      pictures[1].set(port.rawValue, to: port.declaration.minimum)
    }
    #expect(try pixels(pictures[0]) == pixels(pictures[1]))
    pictures[1].set(Port.band(.gain, 4).rawValue, to: -12)
    #expect(try pixels(pictures[0]) != pixels(pictures[1]))
  }
}
