extension Float {
  /// What makes a result NaN, or infinite, as the object of "look for" in a remedy.
  var origins: String {
    isNaN
      ? "a division of 0 by 0, a root or logarithm of a negative number, an infinite intermediate result, and "
        + "uninitialized memory"
      : "a division by 0, a logarithm of 0, a filter or feedback loop that is unstable, and uninitialized memory"
  }
}
