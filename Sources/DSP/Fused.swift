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
func fused<Lanes: Vector>(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  #if LEVEL3 || arch(arm64)
    Lanes.multiplyAdd(a, b, c)
  #else
    a + b * c
  #endif
}
