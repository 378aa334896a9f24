import Builtin

/// One or several numbers in double precision, with arithmetic on all lanes at once: a `Double` or a vector.
package protocol Lanes {
  init(repeating value: Double)
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static prefix func - (a: Self) -> Self
  /// a + b·c, rounded once.
  static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self
}

extension Lanes {
  /// This plus a·b: one instruction if the target has it, and two instructions otherwise, because the library call is slow.
  @inline(__always)
  package func adding(_ a: Self, times b: Self) -> Self {
    #if LEVEL3 || arch(arm64)
      Self.multiplyAdd(self, a, b)
    #else
      self + a * b
    #endif
  }
}

extension Double: Lanes {
  @inline(__always) package init(repeating value: Double) { self = value }
  @inline(__always) package static func multiplyAdd(_ a: Double, _ b: Double, _ c: Double) -> Double {
    a.addingProduct(b, c)
  }
}

/// Two, four or eight lanes.
///
/// The standard library implements these operators as loops over the lanes. The optimizer vectorizes such loops only in
/// small expressions. The operators below are one LLVM operation each.
///
/// SAFETY: pure arithmetic of values. `_storage._value` is the only stored property of such a type.
package protocol Vector: Lanes, SIMD where Scalar == Double {}

extension Vector {
  @inline(__always) package static func + (a: Double, b: Self) -> Self { Self(repeating: a) + b }
  @inline(__always) package static func - (a: Self, b: Double) -> Self { a - Self(repeating: b) }
  @inline(__always) package static func - (a: Double, b: Self) -> Self { Self(repeating: a) - b }
  @inline(__always) package static func * (a: Double, b: Self) -> Self { Self(repeating: a) * b }
  @inline(__always) package static func * (a: Self, b: Double) -> Self { a * Self(repeating: b) }
  @inline(__always) package static func += (a: inout Self, b: Self) { a = a + b }
}

extension SIMD2<Double>: Lanes, Vector {
  @inline(__always) private init(_ lanes: Builtin.Vec2xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) private var lanes: Builtin.Vec2xFPIEEE64 { _storage._value }

  @inline(__always) package static func + (a: Self, b: Self) -> Self {
    Self(Builtin.fadd_Vec2xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func - (a: Self, b: Self) -> Self {
    Self(Builtin.fsub_Vec2xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec2xFPIEEE64(a.lanes)) }
  @inline(__always) package static func * (a: Self, b: Self) -> Self {
    Self(Builtin.fmul_Vec2xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func / (a: Self, b: Self) -> Self {
    Self(Builtin.fdiv_Vec2xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func / (a: Double, b: Self) -> Self { Self(repeating: a) / b }
  @inline(__always) package var squareRoots: Self { Self(Builtin.int_sqrt_Vec2xFPIEEE64(lanes)) }
  @inline(__always) package static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(Builtin.int_fma_Vec2xFPIEEE64(b.lanes, c.lanes, a.lanes))
  }
}

extension SIMD4<Double>: Lanes, Vector {
  /// Whether one register holds four lanes. Otherwise each operation is two instructions.
  @inline(__always) package static var fitsRegister: Bool {
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

  @inline(__always) package static func + (a: Self, b: Self) -> Self {
    Self(Builtin.fadd_Vec4xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func - (a: Self, b: Self) -> Self {
    Self(Builtin.fsub_Vec4xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec4xFPIEEE64(a.lanes)) }
  @inline(__always) package static func * (a: Self, b: Self) -> Self {
    Self(Builtin.fmul_Vec4xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func / (a: Self, b: Self) -> Self {
    Self(Builtin.fdiv_Vec4xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package var squareRoots: Self { Self(Builtin.int_sqrt_Vec4xFPIEEE64(lanes)) }
  @inline(__always) package static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(Builtin.int_fma_Vec4xFPIEEE64(b.lanes, c.lanes, a.lanes))
  }

  /// A copy with the lanes of `other` in those lanes in which `a` and `b` differ.
  @inline(__always) package func replaced(by other: Self, where a: Self, differsFrom b: Self) -> Self {
    let differ = Builtin.fcmp_une_Vec4xFPIEEE64(a.lanes, b.lanes)
    return Self(Builtin.select_Vec4xInt1_Vec4xFPIEEE64(differ, other.lanes, lanes))
  }
}

extension SIMD8<Double>: Lanes, Vector {
  @inline(__always) private init(_ lanes: Builtin.Vec8xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) private var lanes: Builtin.Vec8xFPIEEE64 { _storage._value }

  @inline(__always) package static func + (a: Self, b: Self) -> Self {
    Self(Builtin.fadd_Vec8xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func - (a: Self, b: Self) -> Self {
    Self(Builtin.fsub_Vec8xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec8xFPIEEE64(a.lanes)) }
  @inline(__always) package static func * (a: Self, b: Self) -> Self {
    Self(Builtin.fmul_Vec8xFPIEEE64(a.lanes, b.lanes))
  }
  @inline(__always) package static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(Builtin.int_fma_Vec8xFPIEEE64(b.lanes, c.lanes, a.lanes))
  }
}
