import CMath
import DSP

// Only functions of old versions of libm: its log2 and exp2 would require glibc 2.29.

func log2(_ x: Double) -> Double { log10(x) * 3.321928094887362 }

func exp2(_ x: Double) -> Double { exponential(x * 0.6931471805599453) }

/// 10^x.
func exp10(_ x: Double) -> Double { exponential(x * 2.302585092994046) }

/// The level of a power in decibels, at least -200.
public func decibels(_ power: Double) -> Double { 10 * log10(max(power, 1e-20)) }

/// e^(-x).
func exponentialDecay(_ x: Double) -> Double { exponential(-x) }

func cosine(_ x: Double) -> Double { cos(x) }
