/// What `lv2val --help` prints.
enum Help {
  static let text = """
    Usage: lv2val COMMAND [OPTIONS] [ARGUMENTS]

    Validates LV2 plug-ins. Each one is run in child processes, which it may crash or hang.

    Commands
      validate TARGET...     run the checks; a TARGET is a bundle's directory or a plug-in's URI
      plot URI -o FILE [symbol=value ...] [--preset NAME]
                             draw the frequency response into a .png or .svg
      list [TARGET...]       list the plug-ins of the targets, or of all of LV2_PATH
      merge REPORT...        make one report of those of several shards, or another format of one
      compare OLD NEW        say what is new, fixed and unchanged from one report to the next
      checks                 list the checks; with --markdown, as a page
      explain CHECK-ID...    say what a check asserts, by which rule, how, and how to mend it

    Options of validate; those from --fail-on to --output, -v, -q and --color are of merge and compare too,
    and --all, --jobs and --timeout of list
          --all              validate everything on LV2_PATH
          --shard K/N        validate the K-th of N parts of the plug-ins, for several machines; 'merge' wants them all
          --only PATTERN     run only these checks: ids and globs, separated by commas; may be repeated
          --skip PATTERN     leave these checks out
      -j, --jobs N           child processes at once (default: one a core)
          --timeout SECONDS  time for one check (60); a third of it without progress is a hang
          --seed N           seed of all random numbers (1); the same seed repeats the same run
          --rate HZ          sample rate of checks that need one rate (48000)
          --block FRAMES     block length of checks that need one length (256)
          --baseline BUNDLE  an older version of the bundle, for manifest.compat to compare with
          --fail-on LEVEL    error, warning or note: the severity that makes the exit status 1 (error; compare: note)
      -f, --format FORMAT[=FILE]
                             text, json, junit, sarif or html (text); may be repeated: those with a FILE are
                             written there, beside the report on standard output
      -o, --output FILE      write the report there instead of on standard output
          --measure          take what the plots of html show into json too, for a later merge
          --in-process       run everything in this process, for a debugger
      -v, --verbose          report passed and skipped checks too
      -q, --quiet            the verdict alone; no progress line
          --color WHEN       auto, always or never (auto)
          --version, -h, --help

    Settings of plot, which takes --rate, --block, --seed and --timeout too
      symbol=value[,value]   a control, by number or scale point; several values are several curves
          --preset NAME      a preset, by label or URI; several are several curves. Settings come on top.

    A file lv2val.json beside the bundle or above it says which checks a project skips, and why.

    merge and compare read what --format json has written.

    Exit status
      0 nothing found at the failing level    1 findings at it (compare: new ones)    2 wrong use
      3 the validator itself failed           4 nothing was validated

    """
}
