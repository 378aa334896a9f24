import CLV2
import Views

/// The functions by which the library of the audio gets the inline displays of its effects.
///
/// SAFETY: the library passes a descriptor of this library, and the result of `create` until `destroy`.
enum PictureCallbacks {
  nonisolated(unsafe) static var functions = LV2Kit_Pictures(
    create: { descriptor, scale in
      guard let descriptor else { return nil }
      // The address of a descriptor is the address of its interface.
      let interface = UnsafeRawPointer(descriptor).assumingMemoryBound(to: UserInterface.self)
      return Unmanaged.passRetained(InlinePicture(scale: scale, makeView: interface.pointee.makeView)).toOpaque()
    },
    draw: { picture, values, count, width, maximumHeight in
      guard let picture, let values else { return nil }
      let image = Unmanaged<InlinePicture>.fromOpaque(picture).takeUnretainedValue()
      for port in 0..<Int(count) { image.set(port, to: number(values + port)) }
      image.set(rate: Double(number(values + Int(count))))
      return image.draw(width: Int(width), maximumHeight: Int(maximumHeight))
    },
    destroy: { picture in
      guard let picture else { return }
      Unmanaged<InlinePicture>.fromOpaque(picture).release()
    })

  private static func number(_ place: UnsafePointer<UInt32>) -> Float { Float(bitPattern: martlet_load(place)) }
}
