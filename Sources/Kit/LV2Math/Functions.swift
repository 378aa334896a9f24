// Elementary functions for the audio thread. Embedded Swift has none, and calls of libm cannot be analyzed by the compiler.
// The polynomials are Chebyshev approximations in double precision; the stated errors include the rounding to `Float`.

/// 2 to the power of `x`, with a relative error below 7e-8.
///
/// - Parameter x: limited to -126...127. NaN gives 1.
@inlinable
public func exp2(_ x: Float) -> Float {
  guard x == x else { return 1 }
  let limited = Double(x < -126 ? -126 : x > 127 ? 127 : x)
  // Adding and subtracting 1.5·2^52 rounds to the nearest whole number.
  let whole = limited + 0x1.8p52 - 0x1.8p52
  let t = limited - whole
  let high = 0.009618025602955571 + t * (0.0013400432165213297 + t * 0.0001546973197769834)
  let low =
    0.9999999999595484 + t * (0.6931472067106202 + t * (0.24022651213595167 + t * (0.05550327214209663 + t * high)))
  return Float(low) * Float(bitPattern: UInt32(Int32(whole) + 127) << 23)
}

/// The logarithm to the base 2, with an absolute error below 1e-6, and below 1e-7 for results between -1 and 1.
///
/// - Parameter x: positive values below the smallest normal number are read as that number; others give -126.
@inlinable
public func log2(_ x: Float) -> Float {
  let x = x >= .leastNormalMagnitude ? (x < .infinity ? x : .greatestFiniteMagnitude) : .leastNormalMagnitude
  // A mantissa between √½ and √2, so that the polynomial is centered at 1.
  let bits = x.bitPattern &- 0x3f35_04f3
  let exponent = Int32(bitPattern: bits) >> 23
  let mantissa = Double(Float(bitPattern: (bits & 0x7f_ffff) &+ 0x3f35_04f3))
  let t = (mantissa - 1) / (mantissa + 1)
  let u = t * t
  let series = 0.9617966731923532 + u * (0.5770836162460188 + u * (0.41167070362671293 + u * 0.3407696540643737))
  return Float(Double(exponent) + t * (2.8853900817901885 + u * series))
}

/// The exponential function, with a relative error below 1e-7 for results near 1 and 1e-5 at the ends.
///
/// - Parameter x: limited so that the result is a normal number.
@inlinable public func exp(_ x: Float) -> Float { exp2(1.4426950 * x) }

/// The sine of an angle in turns, with an absolute error below 7e-8.
///
/// - Parameter turns: a full turn is 1. Angles beyond ±2^22 turns give 0.
@inlinable
public func sine(turns: Float) -> Float {
  guard abs(turns) < 0x1p22 else { return 0 }
  let x = Double(turns)
  var t = x - (x + 0x1.8p52 - 0x1.8p52)
  // The sine is symmetric to a quarter of a turn.
  if t > 0.25 { t = 0.5 - t } else if t < -0.25 { t = -0.5 - t }
  let u = t * t
  let high = -76.70428132157166 + u * (42.009805726132086 - u * 14.394135356653944)
  return Float(t * (6.28318530707258 + u * (-41.34170211699634 + u * (81.60522620631141 + u * high))))
}

/// The cosine of an angle in turns, with an absolute error below 7e-8 for angles within ±16 turns.
@inlinable public func cosine(turns: Float) -> Float { sine(turns: turns + 0.25) }

/// The tangent of an angle in turns, with a relative error below 3e-7 for angles within ±0.245 turns.
///
/// A filter computes it from `cutoff / rate / 2`.
///
/// - Parameter turns: a full turn is 1. At a quarter of a turn the result is large, or infinite.
@inlinable public func tangent(turns: Float) -> Float { sine(turns: turns) / cosine(turns: turns) }

/// The square root; 0 for negative numbers and NaN.
///
/// SAFETY: one instruction. The compiler cannot analyze the standard library's function across modules.
@_semantics("no_performance_analysis") @inline(never)
public func squareRoot(_ x: Float) -> Float { x > 0 ? x.squareRoot() : 0 }

/// The amplitude ratio of a level in decibels: 10^(decibels/20), with a relative error below 2e-6 within ±120 dB.
@inlinable public func amplitude(decibels: Float) -> Float { exp2(0.16609640 * decibels) }

/// The level of an amplitude ratio in decibels, with an absolute error below 7e-6; -758.6 dB for 0.
@inlinable public func decibels(amplitude: Float) -> Float { 6.0205999 * log2(amplitude) }
