import CommandLine

/// The options of lv2render.
enum RenderOption: String, CaseIterable {
  case plugin, preset, state
  case sideChain = "side-chain"
  case midi, notes, tempo, input, raw, tone, a4, noise, seconds, fade, level, channels, seed
  case format, bits, encoding, dither
  case noDither = "no-dither"
  case quality, rate, normalize, tail
  case maxTail = "max-tail"
  case into, jobs
  case against, reference, tolerance, diff
  case block, timeout
  case listControls = "list-controls"
  case listPresets = "list-presets"
  case quiet, verbose, version, help
}

/// The command line of lv2render, for the parser, `--help`, the manual page and the completions.
let tool = Tool<RenderOption>(
  name: "lv2render", version: "2.1",
  usage: [
    "[IN] OUT -p URI [SYMBOL=VALUE...] [--preset NAME] [-p URI...]", "IN... --into FOLDER -p URI...",
    "[IN] -p URI... {--against BUNDLE | --reference FILE}", "eq-import FILE [FOLDER]", "--list-controls URI",
    "--list-presets URI",
  ],
  summary:
    "Processes audio files with chains of LV2 plug-ins. IN and OUT can be - for standard input and standard output; "
    + "standard output requires --format.",
  operands: [
    .lines(
      name: "controls", pipeline: "lv2render --list-controls \"$context\" 2>/dev/null | sed 's/\\t.*/=/'",
      isPrefix: true),
    .files, .lines(name: "forms", pipeline: "echo eq-import"),
  ],
  context: .plugin,
  sections: [
    ToolSection(
      "Plug-ins",
      [
        ToolOption(
          .plugin, "p", .required("URI"), "append a plug-in to the chain",
          details: "The presets and controls after it apply to this plug-in. "
            + "A plug-in with one audio input and one audio output processes each channel in an instance of its own. "
            + "A mono file feeds both inputs of a stereo plug-in. "
            + "Side-chain inputs (`lv2:isSideChain`, `pg:sideChainOf`) receive silence without `--side-chain`, and so do "
            + "optional inputs without a channel. A file with one channel for each main input and each side chain feeds all of them, side chains "
            + "last: left, right, key.",
          isRepeatable: true, .plugins),
        .operand(
          "SYMBOL=VALUE", "set a control: a number, a scale point label, or an automation curve",
          details: "A curve is a list `value@time:shape,...` in the time of the input. "
            + "The shape is the path to the point: `lin` (linear, the default), `exp` (constant ratio) or `step` (jump at "
            + "the point). Controls change in steps of 64 frames, or of `--block` if that is less. "
            + "An example is `cutoff=200@0,8000@4s:exp`."),
        .operand(
          "SYMBOL=@FILE", "read an automation curve from a file",
          details: "Each line contains time, value and optionally shape, and `#` starts a comment."),
        ToolOption(
          .preset, nil, .required("NAME"), "load a preset by label or URI",
          details: "Controls are set after the preset, in any order of the arguments.",
          .lines(name: "presets", pipeline: "lv2render --list-presets \"$context\" 2>/dev/null")),
        ToolOption(
          .state, nil, .required("PATH"), "load a state that a host saved",
          details:
            "The path is a Turtle file, a folder with the file state.ttl, such as jalv saves, or the session file of "
            + "Ardour. If a session has several settings of the plug-in, add the name of the track, as in "
            + "`mix.ardour#Vocals`, or the number of the processor, which a message lists. Its automation is not read. "
            + "Controls are set after the state.",
          .files),
        ToolOption(
          .sideChain, nil, .required("FILE"), "feed the side-chain inputs of the first plug-in",
          details: "The file has one channel for all of them, or one for each. It ends with the input.", .files),
      ]),
    ToolSection(
      "Notes",
      [
        ToolOption(
          .midi, nil, .required("FILE"), "play a standard MIDI file to the plug-ins",
          details: "All plug-ins of the chain that receive MIDI get its messages, each at its frame. "
            + "Its tempos and meters are the transport (`time:Position`) of all plug-ins that follow one. "
            + "The output is at least as long as the file.",
          .files),
        ToolOption(
          .notes, nil, .required("LIST"), "play notes, such as 'C4@0+1s E4@500ms+2s,90'",
          details:
            "Each note is `NOTE@START+LENGTH[,VELOCITY]`. NOTE is a name, where C4 is middle C, or a number of MIDI. "
            + "The velocity is 1 to 127, by default 100."),
        ToolOption(
          .tempo, nil, .required("BPM"), "tempo of the transport in quarters per minute",
          default: "that of the MIDI file, or 120", details: "It replaces all tempos of the MIDI file.",
          .words(["90", "120", "140"])),
      ]),
    ToolSection(
      "Input",
      [
        ToolOption(
          .input, "i", .required("FILE[:GAIN]"), "add another input to the mix, such as drums.wav:-3dB",
          details: "All files have the same number of channels, or one, which is mixed into all channels. "
            + "Files with another sample rate are resampled (soxr, very high quality).",
          isRepeatable: true, .files),
        ToolOption(
          .raw, nil, .required("ENC,CH,HZ"), "layout of input without a header, such as 16,2,44100",
          details: "It applies to files with the extension .raw and to standard input. "
            + "The encoding is one of `--encoding`, in the byte order of the machine.",
          .words(["16,2,44100", "16,1,48000", "float,2,48000"])),
        ToolOption(
          .tone, nil, .required("PITCH"), "generate a sine: 440, 1.5k, A4 or C#3",
          details: "The pitch is a frequency or a note of equal temperament. "
            + "Tones and noise replace a file or are mixed with it.",
          isRepeatable: true, .words(["A4", "440", "1k"])),
        ToolOption(.a4, nil, .required("HZ"), "frequency of A4", default: "440", .words(["440", "442"])),
        ToolOption(.noise, nil, .none, "generate white noise"),
        ToolOption(
          .seconds, nil, .required("TIME"), "length of tones, noise and plug-ins without audio input",
          details: "Notes that sound at the end are ended there."),
        ToolOption(.fade, nil, .required("TIME"), "fade-in and fade-out of tones and noise", default: "0"),
        ToolOption(.level, nil, .required("GAIN"), "peak of tones and noise", default: "-12dB"),
        ToolOption(
          .channels, nil, .required("N"), "number of channels of tones and noise", default: "1", .words(["1", "2"])),
        ToolOption(
          .seed, nil, .required("N"), "seed of noise and dither", default: "1",
          details: "Equal seeds give equal files."),
      ]),
    ToolSection(
      "Output",
      [
        ToolOption(
          .format, "f", .required("NAME"), "container format, such as wav, flac or ogg", default: "from the extension",
          details:
            "The formats are wav, wavex, rf64, w64, flac, aiff, caf, ogg, opus, mp3, au, raw, avr, htk, iff, mat4, "
            + "mat, mpc, nist, paf, pvf, sds, sf, voc, wve and xi. "
            + "A WAV file of more than 4 GB becomes RF64, with a warning.",
          .words(["wav", "wavex", "rf64", "w64", "flac", "aiff", "caf", "ogg", "opus", "mp3", "au", "raw"])),
        ToolOption(
          .bits, "b", .required("N"), "bit depth with dither: 8, 16, 20, 24 or 32",
          .words(["8", "16", "20", "24", "32"])),
        ToolOption(
          .encoding, "e", .required("NAME"), "sample encoding, such as float, double or alac-24",
          default: "that of the first input",
          details: "The encodings are those of `--bits` and float, double, ulaw, alaw, ima-adpcm, ms-adpcm, gsm610, "
            + "g721-32, g723-24, g723-40, nms-adpcm-16, nms-adpcm-24, nms-adpcm-32, dwvw-16, dwvw-24, dpcm-8, dpcm-16, "
            + "alac-16, alac-20, alac-24, alac-32, vorbis, opus and mp3. "
            + "If the container does not support the encoding of the first input, its best encoding is used. "
            + "Samples are processed as 32-bit floats, so unchanged integers of up to 24 bits are preserved exactly; "
            + "longer integers and doubles keep their first 24 bits. "
            + "A sample at full scale becomes the largest integer. Samples above full scale are clipped and counted.",
          .words(["8", "16", "20", "24", "32", "float", "double", "ulaw", "alaw", "vorbis", "opus", "mp3"])),
        ToolOption(
          .dither, nil, .none, "add dither before rounding to integers",
          details: "The dither has a triangular distribution of one step to each side. "
            + "The default is dither if `--bits` or `--encoding` requests integers, and none if the encoding of the input "
            + "is kept."),
        ToolOption(.noDither, nil, .none, "round to integers without dither"),
        ToolOption(
          .quality, nil, .required("Q"), "quality of lossy encodings and FLAC, from 0 (smallest file) to 1",
          details: "The value 1 means the best sound of lossy encodings and the least compression of FLAC."),
        ToolOption(
          .rate, "r", .required("HZ"), "sample rate of plug-ins and output",
          default: "that of the first file, or 48000",
          details:
            "Some formats support few rates (opus, mp3), one rate (wve, xi) or rates that fit a small field (htk, "
            + "iff, mpc). Other rates are refused.",
          .rates),
        ToolOption(
          .normalize, nil, .optional("GAIN"), "scale the output to this peak, in dBFS", default: "0dB",
          details: "The samples are stored in a temporary file until the peak is known."),
        ToolOption(
          .tail, nil, .required("TIME"), "length after the end of the input", default: "until silence",
          details: "The value 0 keeps the length of the input."),
        ToolOption(
          .maxTail, nil, .required("TIME"), "longest wait for silence after the end of the input", default: "60",
          details: "Silence is a level below -96 dBFS for 5 seconds, before and after `--normalize`."),
      ]),
    ToolSection(
      "Many files",
      [
        ToolOption(
          .into, nil, .required("FOLDER"), "process each IN into a file of the same name in a folder",
          details:
            "The folder is made if it does not exist. A file that fails does not stop the others; the exit status "
            + "is that of the first one that failed.", .directories),
        ToolOption(
          .jobs, "j", .required("N"), "number of files that are processed at once", default: "the number of processors",
          .words(["1", "2", "4"])),
      ]),
    ToolSection(
      "Comparison",
      [
        ToolOption(
          .against, nil, .required("BUNDLE"), "compare the output with that of older plug-ins",
          details:
            "The chain is rendered twice: with the installed plug-ins, and with those of the bundle that have the same "
            + "URIs. No output is written. One sentence states in what the outputs differ, such as a delay, a gain, the "
            + "polarity or a range of frequencies. The exit status is 1 if they differ.",
          .files),
        ToolOption(
          .reference, nil, .required("FILE"), "compare the output with a file",
          details: "It is `--against` with a sound file in place of the second rendering.", .files),
        ToolOption(
          .tolerance, nil, .required("GAIN"), "largest difference of a sample that does not count, in dBFS",
          default: "-120dB", .words(["-90dB", "-120dB"])),
        ToolOption(.diff, nil, .required("FILE"), "write the difference of the outputs", .files),
      ]),
    ToolSection(
      "Other options",
      [
        ToolOption(
          .block, nil, .required("N"), "number of frames in each run() call", default: "1024",
          details: "While a control changes, the number is at most 64."),
        ToolOption(.timeout, nil, .required("SECONDS"), "time limit of a plug-in for one block", default: "60"),
        ToolOption(
          .listControls, nil, .optional("URI"), "list the controls of a plug-in",
          details: "Each line contains symbol, default, range, unit, name and scale points, separated by tabs.",
          .plugins),
        ToolOption(
          .listPresets, nil, .optional("URI"), "list the presets of a plug-in",
          details: "Each line contains label and URI, separated by a tab.", .plugins),
        ToolOption(.quiet, "q", .none, "print no progress line"),
        ToolOption(.verbose, "v", .none, "print a summary and the messages of plug-ins and lilv"),
        ToolOption(.version, "V", .none, "print the version"),
        ToolOption(.help, "h", .none, "print this help"),
      ]),
  ],
  notes: """
    eq-import reads settings of Equalizer APO, REW or AutoEQ and writes a preset
    of Martlet's parametric EQ as a bundle, FILE.lv2, and a filter chain of
    PipeWire, FILE.conf. For more than eight filters, and for a graphic equalizer,
    it finds the eight bands that come closest, and states the difference.

    Times: 2, 2s, 10ms, 1:30.5, 1:02:03 or 48000f (frames)

    Exit status
      0      the output was written; warnings, such as clipping, do not change this
      1      a file cannot be read or written, or the compared outputs differ
      2      wrong usage
      3      a plug-in failed
      4      lv2render failed
      128+N  signal N ended lv2render
    """)

let console = Console(program: tool.name)
