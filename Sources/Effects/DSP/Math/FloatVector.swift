import Builtin

// Vectors of single precision, for levels. The remarks at `Vector` apply.

extension SIMD8<Float> {
  @inline(__always) private init(_ lanes: Builtin.Vec8xFPIEEE32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) private var lanes: Builtin.Vec8xFPIEEE32 { _storage._value }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec8xFPIEEE32(a.lanes, b.lanes)) }

  /// This plus a·b: one instruction if the target has it.
  @inline(__always)
  func adding(_ a: Self, times b: Self) -> Self {
    #if LEVEL3 || arch(arm64)
      Self(Builtin.int_fma_Vec8xFPIEEE32(a.lanes, b.lanes, lanes))
    #else
      self + a * b
    #endif
  }

  /// The larger one of two values in each lane; that of `other` if one of them is NaN.
  @inline(__always)
  func larger(_ other: Self) -> Self {
    let isLarger = Builtin.fcmp_ogt_Vec8xFPIEEE32(lanes, other.lanes)
    return Self(Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isLarger, lanes, other.lanes))
  }

  /// The smaller one of two values in each lane; that of `other` if one of them is NaN.
  @inline(__always)
  func smaller(_ other: Self) -> Self {
    let isSmaller = Builtin.fcmp_olt_Vec8xFPIEEE32(lanes, other.lanes)
    return Self(Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isSmaller, lanes, other.lanes))
  }

  /// The values, with 0 in each lane whose magnitude is not between `least` and `most`.
  @inline(__always)
  func zeroed(outside least: Self, _ most: Self) -> Self {
    let magnitude = Builtin.int_fabs_Vec8xFPIEEE32(lanes)
    let isAbove = Builtin.fcmp_ogt_Vec8xFPIEEE32(magnitude, least.lanes)
    let isBelow = Builtin.fcmp_olt_Vec8xFPIEEE32(magnitude, most.lanes)
    let zero = Self(repeating: 0).lanes
    let large = Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isAbove, lanes, zero)
    return Self(Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isBelow, large, zero))
  }

  /// The exponent of 2 and the mantissa of positive numbers. The mantissa is from √½ to √2.
  @inline(__always)
  var exponentAndMantissa: (exponent: Self, mantissa: Self) {
    // The bits of √½, the first mantissa of its exponent.
    let first = SIMD8<Int32>(repeating: 0x3f35_04f3)._storage._value
    let bits = Builtin.sub_Vec8xInt32(Builtin.bitcast_Vec8xFPIEEE32_Vec8xInt32(lanes), first)
    let shift = SIMD8<Int32>(repeating: 23)._storage._value
    let mask = SIMD8<Int32>(repeating: 0x007f_ffff)._storage._value
    let exponent = Builtin.sitofp_Vec8xInt32_Vec8xFPIEEE32(Builtin.ashr_Vec8xInt32(bits, shift))
    let mantissa = Builtin.add_Vec8xInt32(Builtin.and_Vec8xInt32(bits, mask), first)
    return (Self(exponent), Self(Builtin.bitcast_Vec8xInt32_Vec8xFPIEEE32(mantissa)))
  }
}

extension SIMD8<Double> {
  /// `a` in the lanes in which this is larger than `limit`, and `b` in the others.
  @inline(__always)
  func choosing(_ a: Self, above limit: Self, otherwise b: Self) -> Self {
    var result = b
    let isAbove = Builtin.fcmp_ogt_Vec8xFPIEEE64(_storage._value, limit._storage._value)
    result._storage._value =
      Builtin.select_Vec8xInt1_Vec8xFPIEEE64(isAbove, a._storage._value, b._storage._value)
    return result
  }

  @inline(__always)
  init(_ values: SIMD8<Float>) {
    self.init()
    _storage._value = Builtin.fpext_Vec8xFPIEEE32_Vec8xFPIEEE64(values._storage._value)
  }
}
