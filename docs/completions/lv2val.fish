# fish completion for lv2val: commands, options, bundles, plug-in URIs and the ids of checks.

function __lv2val_checks
    lv2val checks 2>/dev/null | string replace -r '^(\S+)\s+\S+\s+(.*)$' '$1\t$2'
end

function __lv2val_needs_command
    not __fish_seen_subcommand_from validate plot list merge compare checks explain
end

complete -c lv2val -f
complete -c lv2val -n __lv2val_needs_command -a validate -d 'Run the checks'
complete -c lv2val -n __lv2val_needs_command -a plot -d 'Draw a response'
complete -c lv2val -n __lv2val_needs_command -a list -d 'List plug-ins'
complete -c lv2val -n __lv2val_needs_command -a merge -d 'Make one report of several'
complete -c lv2val -n __lv2val_needs_command -a compare -d 'Compare two reports'
complete -c lv2val -n __lv2val_needs_command -a checks -d 'List the checks'
complete -c lv2val -n __lv2val_needs_command -a explain -d 'Explain a check'
complete -c lv2val -n '__fish_seen_subcommand_from validate list' -a '(__fish_complete_directories; lv2ls 2>/dev/null)'
complete -c lv2val -n '__fish_seen_subcommand_from plot' -a '(lv2ls 2>/dev/null)'
complete -c lv2val -n '__fish_seen_subcommand_from merge compare' -F
complete -c lv2val -n '__fish_seen_subcommand_from explain' -a '(__lv2val_checks)'
complete -c lv2val -n '__fish_seen_subcommand_from validate list' -l all -d 'Everything on LV2_PATH'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l shard -x -a '1/2 2/2' -d 'Validate a part, for several machines'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l only -x -a '(__fish_complete_list , __lv2val_checks)' -d 'Run only these checks'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l skip -x -a '(__fish_complete_list , __lv2val_checks)' -d 'Leave these checks out'
complete -c lv2val -n '__fish_seen_subcommand_from validate list' -s j -l jobs -x -d 'Child processes at once'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot list' -l timeout -x -d 'Time for one check'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot' -l seed -x -d 'Seed of all random numbers'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot' -l rate -x -a '44100 48000 88200 96000 192000' -d 'Sample rate'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot' -l block -x -a '64 256 1024' -d 'Block length'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l baseline -x -a '(__fish_complete_directories)' -d 'Older version of the bundle'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -l fail-on -x -a 'error warning note' -d 'Severity that fails'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -s f -l format -x -a 'text json junit sarif html' -d 'Format of the report'
complete -c lv2val -n '__fish_seen_subcommand_from validate plot merge compare' -s o -l output -r -F -d 'File for the report'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l measure -d 'Take what plots show into json too'
complete -c lv2val -n '__fish_seen_subcommand_from validate' -l in-process -d 'Run everything in this process'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -s v -l verbose -d 'Report passed and skipped checks too'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -s q -l quiet -d 'The verdict alone'
complete -c lv2val -n '__fish_seen_subcommand_from validate merge compare' -l color -x -a 'auto always never' -d 'Coloured text'
complete -c lv2val -n '__fish_seen_subcommand_from plot' -l preset -x -d 'Preset to plot'
complete -c lv2val -n '__fish_seen_subcommand_from checks' -l markdown -d 'Checks as a page'
complete -c lv2val -n __lv2val_needs_command -l version -d Version
complete -c lv2val -n __lv2val_needs_command -s h -l help -d Help
