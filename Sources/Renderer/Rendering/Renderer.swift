import Support

extension RenderRequest {
  /// Opens the inputs, plans the chain, starts its process, and writes the output.
  ///
  /// - Parameters:
  ///   - showPluginOutput: passes the output of plug-ins and the messages of lilv to standard error.
  ///   - progress: called after each slot.
  /// - Throws: `RenderError`. An existing output file is unchanged then.
  public func render(showPluginOutput: Bool, progress: (Progress) -> Void) throws(RenderError) -> RenderReport {
    let started = ContinuousClock.now
    let inputs = try RenderInputs(self)
    let makePlan = { () throws(RenderError) in
      try ChainPlanner.plan(self, inputs)
    }
    let plan = try showPluginOutput ? makePlan() : MutedStandardError.during(makePlan)
    try refuseOutputInBundle(of: plan)
    let mixer = try inputs.mixer(blockLength: plan.slotLength)
    var report = RenderReport(rate: plan.rate, channels: plan.outputChannels)
    let output = try Output(self, inputs: inputs, plan: plan, length: mixer.length)
    let chain = plan.stages.isEmpty ? nil : try ChainProcess(plan, timeout: timeout, showOutput: showPluginOutput)
    let pipeline = try RenderPipeline(plan: plan, chain: chain, mixer: mixer)
    var tail = TailDetector(tail, rate: plan.rate, hasChain: chain != nil)
    var trimmer = OutputTrimmer(output: output)
    let rate = Double(plan.rate)
    while !tail.isEnded || trimmer.position < pipeline.inputLength ?? .max {
      try pipeline.next { samples throws(RenderError) in
        try trimmer.process(
          samples, count: plan.slotLength, latency: pipeline.latency, inputLength: pipeline.inputLength, tail: &tail)
      }
      progress(
        Progress(
          done: Double(trimmer.position) / rate, total: mixer.length.map { Double($0) / rate },
          elapsed: (.now - started) / .seconds(1)))
    }
    pipeline.stop()
    report.latency = pipeline.latency
    if pipeline.latencyChanged {
      report.warnings.append("A plug-in changed its latency during the rendering; the first value was compensated.")
    }
    if tail.wasCut {
      report.warnings.append("The output was not silent at the limit of the tail and was cut. See --max-tail.")
    }
    if let failure = chain?.finish() { report.warnings.append("\(failure). The output is complete.") }
    try output.finish(&report)
    report.elapsed = (.now - started) / .seconds(1)
    return report
  }

  /// Refuses an output among the files of a plug-in of the chain, which it could replace.
  private func refuseOutputInBundle(of plan: ChainPlan) throws(RenderError) {
    for output in writtenFiles where !StandardStream.output.isMeant(by: output) {
      let directory = OutputPlace(output).directory
      guard let folder = resolvedPath(directory.isEmpty ? "." : directory) else { continue }
      for plugin in plan.stages.map(\.plugin) {
        guard let bundle = resolvedPath(plugin.bundlePath), "\(folder)/".hasPrefix("\(bundle)/") else { continue }
        throw .usage("\(output) is in the bundle of \(plugin.name), \(bundle); write it to another folder.")
      }
    }
  }
}
