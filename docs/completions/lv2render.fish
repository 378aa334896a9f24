# fish completion for lv2render: options, plug-in URIs, and the controls of the plug-in before the cursor.

function __lv2render_plugin
    set -l words (commandline -opc)
    set -l plugin
    for index in (seq 2 (count $words))
        if contains -- $words[(math $index - 1)] -p --plugin
            set plugin $words[$index]
        end
    end
    test -n "$plugin"; and echo $plugin
end

function __lv2render_presets
    set -l plugin (__lv2render_plugin); and lv2render --list-presets $plugin 2>/dev/null
end

function __lv2render_controls
    set -l plugin (__lv2render_plugin); or return
    lv2render --list-controls $plugin 2>/dev/null | string replace -r '^([^\t]*)\t.*' '$1='
end

complete -c lv2render -a '(__lv2render_controls)'
complete -c lv2render -s p -l plugin -x -a '(lv2ls 2>/dev/null)' -d 'Add a plug-in'
complete -c lv2render -l preset -x -a '(__lv2render_presets)' -d 'Load a preset'
complete -c lv2render -s i -l input -r -d 'Mix in a file'
complete -c lv2render -l raw -x -a '16,2,44100 16,1,48000 float,2,48000' -d 'How to read files without a header'
complete -c lv2render -l tone -x -a 'A4 440 1k' -d 'A sine'
complete -c lv2render -l noise -d 'White noise'
complete -c lv2render -l a4 -x -a '440 442' -d 'Frequency of A4'
complete -c lv2render -l seconds -x -d 'Length of generated sound'
complete -c lv2render -l fade -x -d 'Fade of generated sound'
complete -c lv2render -l level -x -d 'Peak of generated sound'
complete -c lv2render -l channels -x -a '1 2' -d 'Channels of generated sound'
complete -c lv2render -l seed -x -d 'Of noise and dither'
complete -c lv2render -s r -l rate -x -a '44100 48000 88200 96000 192000' -d 'Sample rate'
complete -c lv2render -l tail -x -d 'Length after the input'
complete -c lv2render -l max-tail -x -d 'Longest wait for silence'
complete -c lv2render -s f -l format -x -a 'wav wavex rf64 w64 flac aiff caf ogg opus mp3 au raw' -d 'Container'
complete -c lv2render -s b -l bits -x -a '8 16 20 24 32' -d 'Depth'
complete -c lv2render -s e -l encoding -x -a 'float double ulaw alaw vorbis opus mp3' -d 'Encoding'
complete -c lv2render -l dither -d 'Dither'
complete -c lv2render -l no-dither -d 'Round without dither'
complete -c lv2render -l quality -x -d '0 to 1, for lossy encodings'
complete -c lv2render -l normalize -d 'Bring the peak to full scale'
complete -c lv2render -l block -x -d 'Frames a plug-in gets at once'
complete -c lv2render -l timeout -x -d 'Longest time for a block'
complete -c lv2render -l list-presets -x -a '(lv2ls 2>/dev/null)' -d 'List presets'
complete -c lv2render -l list-controls -x -a '(lv2ls 2>/dev/null)' -d 'List controls'
complete -c lv2render -s q -l quiet -d 'No progress line'
complete -c lv2render -s v -l verbose -d 'Show what plug-ins print'
complete -c lv2render -s V -l version -d Version
complete -c lv2render -s h -l help -d Help
