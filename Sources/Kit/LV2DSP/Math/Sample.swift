/// The sample type of a buffer: the host's `Float`, or `Double` between the sections of a cascade.
package protocol Sample {
  static func load4(_ pointer: UnsafePointer<Self>) -> SIMD4<Double>
  static func store4(_ value: SIMD4<Double>, _ pointer: UnsafeMutablePointer<Self>)
  init(_ value: Double)
  var double: Double { get }
}

// SAFETY: the caller guarantees four samples at the pointer. The alignment of one sample is sufficient.
extension Float: Sample {
  @inline(__always)
  package static func load4(_ pointer: UnsafePointer<Float>) -> SIMD4<Double> {
    SIMD4<Double>(UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Float>.self))
  }
  @inline(__always)
  package static func store4(_ value: SIMD4<Double>, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: SIMD4<Float>(value), as: SIMD4<Float>.self)
  }
  @inline(__always) package var double: Double { Double(self) }
}

extension Double: Sample {
  @inline(__always)
  package static func load4(_ pointer: UnsafePointer<Double>) -> SIMD4<Double> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Double>.self)
  }
  @inline(__always)
  package static func store4(_ value: SIMD4<Double>, _ pointer: UnsafeMutablePointer<Double>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD4<Double>.self)
  }
  @inline(__always) package var double: Double { self }
}
