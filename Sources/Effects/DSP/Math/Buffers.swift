/// The buffers of two channels. With one channel the second pointer is unused, but valid.
public typealias Inputs<Element> = (UnsafePointer<Element>, UnsafePointer<Element>)
public typealias Outputs<Element> = (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>)
