#if hasFeature(Embedded)
  /// What only the Turtle needs is not part of the compiled plug-in.
  public protocol Documented: ~Copyable {}
#else
  /// What a host shows of an effect: read by `lv2ttl`, and not part of the compiled plug-in.
  public protocol Documented: ~Copyable {
    static var document: EffectDocument { get }
  }
#endif
