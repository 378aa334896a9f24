/// The text of `--help`.
enum Help {
  static let version = "lv2render 2.0"

  static let text = """
    usage: lv2render [IN] OUT -p URI [symbol=value ...] [--preset NAME] [-p URI ...]
           lv2render --list-controls URI | --list-presets URI

    Runs sound files through chains of LV2 plug-ins.
    IN and OUT may be - for standard input and output; OUT needs --format then.

    Plug-ins, in the order of the chain; what follows one belongs to it
      -p, --plugin URI       add a plug-in
          symbol=value       a number, a scale point's label, or a course over time:
                             cutoff=200@0,8000@4s:exp (shapes lin, exp, step), cutoff=@FILE
          --preset NAME      a preset by label or URI; settings come on top

    Input
      -i, --input FILE[:GAIN]  a further input, mixed in: -i drums.wav:-3dB
          --raw ENC,CH,HZ    how to read .raw files, which have no header: --raw 16,2,44100
          --tone PITCH       a sine: 440, 1.5k, A4, C#3
          --a4 HZ            what A4 is (440)
          --noise            white noise
          --seed N           another noise, and another dither (1)
          --seconds TIME     how long tones, noise and plug-ins without input last
          --fade TIME        fades tones and noise in and out
          --level GAIN       their peak (-12dB)
          --channels N       their channels (1)

    Output
      -f, --format NAME      wav, flac, aiff, ogg, opus, mp3, caf, w64, rf64 ... (by the extension)
      -b, --bits N           8, 16, 20, 24 or 32, with dither
      -e, --encoding NAME    float, double, ulaw, alac-24 ... (as the input)
          --dither, --no-dither
          --quality Q        0, the smallest file, to 1: lossy encodings and FLAC
      -r, --rate HZ          the rate of plug-ins and output (the first input's, or 48000)
          --normalize[=GAIN] brings the peak there (0dB)
          --tail TIME        this much after the input's end, in place of all until silence
          --max-tail TIME    no more than this until silence (60)

    Other
          --block N          frames a plug-in gets at once (1024; 64 at most where a control moves)
          --timeout SECONDS  a plug-in that takes longer for a block is ended (60)
          --list-controls URI, --list-presets URI
      -q, --quiet            no progress line
      -v, --verbose          shows what plug-ins and lilv print or log, and a summary
      -V, --version, -h, --help

    Times: 2, 2s, 10ms, 1:30.5, 48000f (frames).
    Exit status: 0 written, 1 a file cannot be read or written, 2 wrong use, 3 a plug-in failed, 4 lv2render failed,
    128 and the signal's number when interrupted. Warnings, such as clipping, do not change it.
    """
}
