/// Renders one request: opens the inputs, plans the chain, starts its process, and writes the output.
public final class Renderer {
  private let request: RenderRequest
  private let showPluginOutput: Bool
  private let progress: (Progress) -> Void

  /// - Parameters:
  ///   - showPluginOutput: passes the output of plug-ins and the messages of lilv to standard error.
  ///   - progress: called after each slot.
  public init(
    _ request: RenderRequest, showPluginOutput: Bool = false, progress: @escaping (Progress) -> Void = { _ in }
  ) {
    self.request = request
    self.showPluginOutput = showPluginOutput
    self.progress = progress
  }

  /// Renders and writes the output.
  ///
  /// - Throws: `RenderError`. An existing output file is unchanged then.
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
      ? nil : try ChainProcess(plan, timeout: request.timeout, showOutput: showPluginOutput)
    let pipeline = try RenderPipeline(plan: plan, chain: chain, mixer: mixer)
    try process(pipeline, to: output, plan: plan, length: mixer.length, started: started, report: &report)
    pipeline.stop()
    if let failure = chain?.finish() { report.warnings.append("\(failure). The output is complete.") }
    try output.finish(&report)
    report.elapsed = seconds(since: started)
    return report
  }

  private func plan(_ inputs: Inputs) throws(RenderError) -> ChainPlan {
    let make = { () throws(RenderError) in
      try ChainPlanner.plan(
        self.request.plugins, channels: inputs.channels, rate: inputs.rate, blockLength: self.request.blockLength)
    }
    return try showPluginOutput ? make() : MutedStandardError.during(make)
  }

  /// Writes the output to the end of the input and its tail.
  private func process(
    _ pipeline: RenderPipeline, to output: Output, plan: ChainPlan, length: Int?, started: ContinuousClock.Instant,
    report: inout RenderReport
  ) throws(RenderError) {
    var tail = TailDetector(request.tail, rate: plan.rate, hasChain: !plan.stages.isEmpty)
    var trimmer = OutputTrimmer(output: output)
    let rate = Double(plan.rate)
    while !tail.isEnded || trimmer.position < pipeline.inputLength ?? .max {
      try pipeline.next { samples throws(RenderError) in
        try trimmer.process(
          samples, count: plan.slotLength, latency: pipeline.latency, inputLength: pipeline.inputLength, tail: &tail)
      }
      progress(
        Progress(
          done: Double(trimmer.position) / rate, total: length.map { Double($0) / rate },
          elapsed: seconds(since: started)))
    }
    report.latency = pipeline.latency
    if pipeline.latencyChanged {
      report.warnings.append("A plug-in changed its latency during the rendering; the first value was compensated.")
    }
    if tail.wasCut {
      report.warnings.append("The output was not silent at the limit of the tail and was cut. See --max-tail.")
    }
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
