import Builtin

/// Two, four or eight numbers, with arithmetic on all of them at once.
///
/// The standard library's operators of these types are loops over the lanes, which the optimiser puts together again only
/// where an expression is small. These are one operation each from the start.
///
/// SAFETY: pure arithmetic of values; `_storage._value` is all that such a type stores.
protocol Vector: SIMD where Scalar == Double {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  /// a + b·c, rounded once.
  static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self
}

extension Vector {
  @inline(__always) static func + (a: Double, b: Self) -> Self { Self(repeating: a) + b }
  @inline(__always) static func - (a: Self, b: Double) -> Self { a - Self(repeating: b) }
  @inline(__always) static func - (a: Double, b: Self) -> Self { Self(repeating: a) - b }
  @inline(__always) static func * (a: Double, b: Self) -> Self { Self(repeating: a) * b }
  @inline(__always) static func * (a: Self, b: Double) -> Self { a * Self(repeating: b) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = a + b }
}

extension SIMD2<Double>: Vector {
  @inline(__always) private init(_ lanes: Builtin.Vec2xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) private var lanes: Builtin.Vec2xFPIEEE64 { _storage._value }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Double, b: Self) -> Self { Self(repeating: a) / b }
  @inline(__always) var squareRoots: Self { Self(Builtin.int_sqrt_Vec2xFPIEEE64(lanes)) }
  @inline(__always) static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(Builtin.int_fma_Vec2xFPIEEE64(b.lanes, c.lanes, a.lanes))
  }
}

extension SIMD4<Double>: Vector {
  /// Whether a register holds four numbers: where it holds two, four lanes are two operations each.
  @inline(__always) static var isOneRegister: Bool {
    #if LEVEL3
      true
    #else
      false
    #endif
  }

  @inline(__always) private init(_ lanes: Builtin.Vec4xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) private var lanes: Builtin.Vec4xFPIEEE64 { _storage._value }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(Builtin.int_fma_Vec4xFPIEEE64(b.lanes, c.lanes, a.lanes))
  }

  /// The same numbers, and those of `other` in the lanes where `a` and `b` differ.
  @inline(__always) func replaced(by other: Self, where a: Self, differsFrom b: Self) -> Self {
    let differ = Builtin.fcmp_une_Vec4xFPIEEE64(a.lanes, b.lanes)
    return Self(Builtin.select_Vec4xInt1_Vec4xFPIEEE64(differ, other.lanes, lanes))
  }

  /// The same numbers, and 0 for each that is silence.
  @inline(__always) var heard: Self {
    let grain = Self(repeating: Silence.grain)
    return Self.zero.replaced(by: self, where: self + grain, differsFrom: grain)
  }
}

extension SIMD8<Double>: Vector {
  @inline(__always) private init(_ lanes: Builtin.Vec8xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) private var lanes: Builtin.Vec8xFPIEEE64 { _storage._value }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(Builtin.int_fma_Vec8xFPIEEE64(b.lanes, c.lanes, a.lanes))
  }
}
