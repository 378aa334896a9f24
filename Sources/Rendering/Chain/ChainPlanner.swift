import LV2Host

/// Turns what the user asked of each plug-in into a plan, or into the one line that says what is wrong with it.
struct ChainPlanner {
  /// The length of blocks while a control moves, in frames: 0.7 ms at 96 kHz.
  static let automationStep = 64
  /// The frames that travel between the processes at once, where a block is not longer.
  private static let slotLength = 8192

  /// In hertz.
  let rate: Int

  /// - Parameter channels: how many come in; 0 where the first plug-in makes the sound.
  /// - Throws: `RenderError.usage`.
  func plan(_ plugins: [RenderRequest.Plugin], channels: Int, blockLength: Int) throws(RenderError) -> ChainPlan {
    let stages = plugins.isEmpty ? [] : try StagePlanner(rate: rate).stages(plugins, channels: channels)
    let block =
      stages.contains { !$0.automation.isEmpty } ? min(blockLength, Self.automationStep) : blockLength
    for stage in stages where stage.plugin.requiresPowerOf2BlockLength && block.nonzeroBitCount != 1 {
      throw .usage("\(stage.plugin.name) needs a block length that is a power of two, not \(block)")
    }
    return ChainPlan(
      stages: stages, rate: rate, blockLength: block, slotLength: max(1, Self.slotLength / block) * block,
      inputChannels: channels)
  }
}
