# fish completion for lv2val, generated from its option table.

function __lv2val_checks
    lv2val checks 2>/dev/null | sed -E 's/^([^ ]+) +[^ ]+ +/\1\t/'
end

function __lv2val_plugins
    lv2ls 2>/dev/null
end

function __lv2val_messages
    set -l current (commandline -ct)
    lv2val explain "$(dirname -- "$current"x)" 2>/dev/null | grep -oE '^  [a-z]+[.][a-z-]+/[a-z0-9-]+' | tr -d ' '
end

function __lv2val_needs_command
    not __fish_seen_subcommand_from validate replay plot list merge compare checks explain
end

complete -c lv2val -f
complete -c lv2val -n __lv2val_needs_command -a validate -d 'run the checks on bundles (directories) and plug-ins (URIs)'
complete -c lv2val -n __lv2val_needs_command -a replay -d 'play again what led to a finding of a JSON report'
complete -c lv2val -n __lv2val_needs_command -a plot -d 'plot the frequency response of a plug-in into a .png or .svg file'
complete -c lv2val -n __lv2val_needs_command -a list -d 'list the plug-ins of the targets, or all installed plug-ins'
complete -c lv2val -n __lv2val_needs_command -a merge -d 'merge the JSON reports of all shards of a run, or convert one report to another format'
complete -c lv2val -n __lv2val_needs_command -a compare -d 'list the new, fixed and unchanged findings between two JSON reports'
complete -c lv2val -n __lv2val_needs_command -a checks -d 'list all checks'
complete -c lv2val -n __lv2val_needs_command -a explain -d 'print the assertion, rule, method, fix and message ids of checks'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -a '(__fish_complete_directories)'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -a '(__lv2val_plugins)'
complete -c lv2val -n '__fish_seen_subcommand_from replay' -F
complete -c lv2val -n '__fish_seen_subcommand_from replay' -a '(__lv2val_messages)'
complete -c lv2val -n '__fish_seen_subcommand_from replay' -a '(__lv2val_plugins)'
complete -c lv2val -n '__fish_seen_subcommand_from plot' -a '(__lv2val_plugins)'
complete -c lv2val -n '__fish_seen_subcommand_from list' -a '(__fish_complete_directories)'
complete -c lv2val -n '__fish_seen_subcommand_from list' -a '(__lv2val_plugins)'
complete -c lv2val -n '__fish_seen_subcommand_from merge' -F
complete -c lv2val -n '__fish_seen_subcommand_from compare' -F
complete -c lv2val -n '__fish_seen_subcommand_from explain' -a '(__lv2val_checks)'
complete -c lv2val -n '__fish_seen_subcommand_from explain' -a '(__lv2val_messages)'
complete -c lv2val -n '__fish_seen_subcommand_from validate list' -l all -d 'select all plug-ins on LV2_PATH'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l shard -x -a '1/2 2/2' -d 'validate the K-th of N parts of the plug-ins'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l only -x -a '(__fish_complete_list , __lv2val_checks)' -d 'run only these checks: ids and globs, separated by commas'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l skip -x -a '(__fish_complete_list , __lv2val_checks)' -d 'skip these checks: ids and globs, separated by commas'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l strictness -x -a '1 2 3 4 5 6 7 8 9 10' -d 'run the checks up to this level, from 1 to 10; see below'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l profile -x -a 'release debian mod' -d 'options for a purpose: release, debian or mod'
complete -c lv2val -n '__fish_seen_subcommand_from validate list' -s j -l jobs -x -d 'number of concurrent child processes'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot list' -l timeout -x -d 'time limit of one check'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot' -l seed -x -d 'seed of all random numbers'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot' -l rate -x -a '44100 48000 88200 96000 192000' -d 'sample rate of checks that do not require a particular one'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot' -l block -x -a '64 256 1024' -d 'block length of checks that do not require a particular one'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l rates -x -d 'repeat the run at each of these sample rates, separated by commas'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l blocks -x -d 'repeat the run with each of these block lengths, separated by commas'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l repeat -x -d 'repeat the run N times; a finding of any run counts'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l randomize -d 'run the checks in random order, and with another seed in each repetition'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l baseline -x -a '(__fish_complete_directories)' -d 'older version of the bundle, for manifest.compat'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l file -r -F -d 'load this file into plug-ins with this parameter or key of the state'
complete -c lv2val -n '__fish_seen_subcommand_from validate replay' -l display -x -d 'open user interfaces on this X server, such as :0'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l pictures -x -a '(__fish_complete_directories)' -d 'write pictures of user interfaces to this folder'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l measure -d 'add the measurements of the HTML plots to JSON reports'
complete -c lv2val -n '__fish_seen_subcommand_from validate replay' -l in-process -d 'run the checks in the lv2val process, for a debugger'
complete -c lv2val -n '__fish_seen_subcommand_from replay' -l gdb -d 'run in gdb, with --in-process'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -s f -l format -x -a 'text json junit sarif html' -d 'format of the report: text, json, junit, sarif or html'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot merge compare' -s o -l output -r -F -d 'write the report or plot to FILE, not to standard output'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -l fail-on -x -a 'error warning note' -d 'lowest severity that makes the exit status 1: error, warning or note'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -s v -l verbose -d 'report passed and skipped checks too'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -s q -l quiet -d 'print only the verdict, and no progress line'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -l color -x -a 'auto always never' -d 'color the text: auto, always or never'
complete -c lv2val -n '__fish_seen_subcommand_from plot' -l preset -x -d 'load a preset by label or URI; each preset gives a curve'
complete -c lv2val -n '__fish_seen_subcommand_from checks' -l markdown -d 'print the complete catalogue as a Markdown page'
complete -c lv2val -n __lv2val_needs_command -l version -d 'print the version'
complete -c lv2val -n __lv2val_needs_command -s h -l help -d 'print this help'
