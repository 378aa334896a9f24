/// Renders one request: opens the inputs, plans the chain, starts its process, and carries the sound through.
public final class Renderer {
  private let request: RenderRequest
  private let showPluginOutput: Bool
  private let progress: (Progress) -> Void

  /// - Parameters:
  ///   - showPluginOutput: lets what plug-ins print reach stderr, and what lilv has to say about bundles.
  ///   - progress: called after each block that was written.
  public init(
    _ request: RenderRequest, showPluginOutput: Bool = false, progress: @escaping (Progress) -> Void = { _ in }
  ) {
    self.request = request
    self.showPluginOutput = showPluginOutput
    self.progress = progress
  }

  /// Renders and writes the output.
  ///
  /// - Throws: `RenderError`; the target is then as it was before.
  public func render() throws(RenderError) -> RenderReport {
    let started = ContinuousClock.now
    let inputs = try Inputs(request)
    let plan = try plan(inputs)
    let mixer = try inputs.mixer(blockLength: plan.slotLength)
    var report = RenderReport()
    report.rate = inputs.rate
    report.channels = plan.outputChannels
    let output = try Output(request, inputs: inputs, plan: plan, length: mixer.length, report: &report)
    let chain =
      plan.stages.isEmpty
      ? nil : try ChainProcess(plan, patience: request.patience, showOutput: showPluginOutput)
    let transport = try Transport(plan: plan, chain: chain, mixer: mixer)
    try carry(transport, to: output, plan: plan, length: mixer.length, started: started, report: &report)
    transport.stop()
    if let trouble = chain?.finish() {
      report.warnings.append("\(trouble), after the last block: the sound is complete")
    }
    try output.finish(&report)
    report.elapsed = seconds(since: started)
    return report
  }

  private func plan(_ inputs: Inputs) throws(RenderError) -> ChainPlan {
    let make = { () throws(RenderError) in
      try ChainPlanner(rate: inputs.rate)
        .plan(self.request.plugins, channels: inputs.channels, blockLength: self.request.blockLength)
    }
    return try showPluginOutput ? make() : Hush.standardError(during: make)
  }

  /// Brings all sound to the output, until the input has ended and its tail too.
  private func carry(
    _ transport: Transport, to output: Output, plan: ChainPlan, length: Int?, started: ContinuousClock.Instant,
    report: inout RenderReport
  ) throws(RenderError) {
    var tail = TailGate.make(request.tail, rate: plan.rate, hasChain: !plan.stages.isEmpty)
    var sink = Sink(output: output)
    let rate = Double(plan.rate)
    while !tail.isClosed || sink.position < transport.inputLength ?? .max {
      try transport.next { samples throws(RenderError) in
        try sink.take(
          samples, count: plan.slotLength, latency: transport.latency, inputLength: transport.inputLength, tail: &tail)
      }
      progress(
        Progress(
          done: Double(sink.position) / rate, total: length.map { Double($0) / rate },
          elapsed: seconds(since: started)))
    }
    report.latency = transport.latency
    if transport.latencyChanged {
      report.warnings.append("a plug-in changed its latency on the way: the first one was compensated")
    }
    if tail.wasCut { report.warnings.append("the sound was still going on at the tail's limit and was cut off there") }
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
