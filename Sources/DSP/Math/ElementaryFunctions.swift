import CMath

// The elementary functions. The only calls out of the signal code, and the only ones that are vouched for.
// SAFETY: glibc's double-precision sin, cos, exp and atan2 neither allocate nor lock.

@_semantics("no_performance_analysis") @inline(never)
func sine(_ x: Double) -> Double { CMath.sin(x) }

@_semantics("no_performance_analysis") @inline(never)
func cosine(_ x: Double) -> Double { CMath.cos(x) }

@_semantics("no_performance_analysis") @inline(never)
func exponential(_ x: Double) -> Double { CMath.exp(x) }

@_semantics("no_performance_analysis") @inline(never)
func arcTangent(_ y: Double, _ x: Double) -> Double { CMath.atan2(y, x) }

/// The factor that raises a level by so many decibels: 10^(decibels/20).
@inline(__always)
func amplitude(decibels: Double) -> Double { exponential(decibels * 0.11512925464970228) }

/// The standard library's own cannot be seen through from the module that checks the audio thread.
@inline(__always)
func squareRoot(_ x: Double) -> Double { SIMD2(repeating: x).squareRoots[0] }
