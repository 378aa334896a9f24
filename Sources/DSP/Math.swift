import CMath

// The elementary functions. The only calls out of the signal code, and the only ones that are vouched for.
// SAFETY: glibc's double-precision sin, cos, tan, exp, exp2, log, log2 and sqrt neither allocate nor lock.

@_semantics("no_performance_analysis") @inline(__always)
func sine(_ x: Double) -> Double { CMath.sin(x) }

@_semantics("no_performance_analysis") @inline(__always)
func cosine(_ x: Double) -> Double { CMath.cos(x) }

@_semantics("no_performance_analysis") @inline(__always)
func tangent(_ x: Double) -> Double { CMath.tan(x) }

@_semantics("no_performance_analysis") @inline(__always)
func exponential(_ x: Double) -> Double { CMath.exp(x) }
