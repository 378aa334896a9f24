// a + b·c, in one instruction where the target has it and as two where one would be a slow call.

@inline(__always)
func fused(_ a: Double, _ b: Double, _ c: Double) -> Double {
  #if LEVEL3 || arch(arm64)
    a.addingProduct(b, c)
  #else
    a + b * c
  #endif
}

@inline(__always)
func fused(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>) -> SIMD4<Double> {
  #if LEVEL3 || arch(arm64)
    a.addingProduct(b, c)
  #else
    a + b * c
  #endif
}

@inline(__always)
func fused(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> SIMD2<Double> {
  #if LEVEL3 || arch(arm64)
    a.addingProduct(b, c)
  #else
    a + b * c
  #endif
}

@inline(__always)
func fused(_ a: SIMD8<Double>, _ b: SIMD8<Double>, _ c: SIMD8<Double>) -> SIMD8<Double> {
  #if LEVEL3 || arch(arm64)
    a.addingProduct(b, c)
  #else
    a + b * c
  #endif
}
