# fish completion for lv2render, generated from its option table.

function __lv2render_context
    set -l words (commandline -opc)
    set -l context
    for index in (seq 2 (count $words))
        if contains -- $words[(math $index - 1)] -p --plugin
            set context $words[$index]
        end
    end
    test -n "$context"; and echo $context
end

function __lv2render_plugins
    lv2ls 2>/dev/null
end

function __lv2render_presets
    set -l context (__lv2render_context); or return
    lv2render --list-presets "$context" 2>/dev/null
end

function __lv2render_controls
    set -l context (__lv2render_context); or return
    lv2render --list-controls "$context" 2>/dev/null | sed 's/\t.*/=/'
end

function __lv2render_forms
    echo eq-import
end

complete -c lv2render -a '(__lv2render_controls)'
complete -c lv2render -a '(__lv2render_forms)'
complete -c lv2render -s p -l plugin -x -a '(__lv2render_plugins)' -d 'append a plug-in to the chain'
complete -c lv2render -l preset -x -a '(__lv2render_presets)' -d 'load a preset by label or URI'
complete -c lv2render -l state -r -F -d 'load a state that a host saved'
complete -c lv2render -l side-chain -r -F -d 'feed the side-chain inputs of the first plug-in'
complete -c lv2render -l midi -r -F -d 'play a standard MIDI file to the plug-ins'
complete -c lv2render -l notes -x -d 'play notes, such as \'C4@0+1s E4@500ms+2s,90\''
complete -c lv2render -l tempo -x -a '90 120 140' -d 'tempo of the transport in quarters per minute'
complete -c lv2render -s i -l input -r -F -d 'add another input to the mix, such as drums.wav:-3dB'
complete -c lv2render -l raw -x -a '16,2,44100 16,1,48000 float,2,48000' -d 'layout of input without a header, such as 16,2,44100'
complete -c lv2render -l tone -x -a 'A4 440 1k' -d 'generate a sine: 440, 1.5k, A4 or C#3'
complete -c lv2render -l a4 -x -a '440 442' -d 'frequency of A4'
complete -c lv2render -l noise -d 'generate white noise'
complete -c lv2render -l seconds -x -d 'length of tones, noise and plug-ins without audio input'
complete -c lv2render -l fade -x -d 'fade-in and fade-out of tones and noise'
complete -c lv2render -l level -x -d 'peak of tones and noise'
complete -c lv2render -l channels -x -a '1 2' -d 'number of channels of tones and noise'
complete -c lv2render -l seed -x -d 'seed of noise and dither'
complete -c lv2render -s f -l format -x -a 'wav wavex rf64 w64 flac aiff caf ogg opus mp3 au raw' -d 'container format, such as wav, flac or ogg'
complete -c lv2render -s b -l bits -x -a '8 16 20 24 32' -d 'bit depth with dither: 8, 16, 20, 24 or 32'
complete -c lv2render -s e -l encoding -x -a '8 16 20 24 32 float double ulaw alaw vorbis opus mp3' -d 'sample encoding, such as float, double or alac-24'
complete -c lv2render -l dither -d 'add dither before rounding to integers'
complete -c lv2render -l no-dither -d 'round to integers without dither'
complete -c lv2render -l quality -x -d 'quality of lossy encodings and FLAC, from 0 (smallest file) to 1'
complete -c lv2render -s r -l rate -x -a '44100 48000 88200 96000 192000' -d 'sample rate of plug-ins and output'
complete -c lv2render -l normalize -d 'scale the output to this peak, in dBFS'
complete -c lv2render -l tail -x -d 'length after the end of the input'
complete -c lv2render -l max-tail -x -d 'longest wait for silence after the end of the input'
complete -c lv2render -l into -x -a '(__fish_complete_directories)' -d 'process each IN into a file of the same name in a folder'
complete -c lv2render -s j -l jobs -x -a '1 2 4' -d 'number of files that are processed at once'
complete -c lv2render -l against -r -F -d 'compare the output with that of older plug-ins'
complete -c lv2render -l reference -r -F -d 'compare the output with a file'
complete -c lv2render -l tolerance -x -a '-90dB -120dB' -d 'largest difference of a sample that does not count, in dBFS'
complete -c lv2render -l diff -r -F -d 'write the difference of the outputs'
complete -c lv2render -l block -x -d 'number of frames in each run() call'
complete -c lv2render -l timeout -x -d 'time limit of a plug-in for one block'
complete -c lv2render -l list-controls -x -a '(__lv2render_plugins)' -d 'list the controls of a plug-in'
complete -c lv2render -l list-presets -x -a '(__lv2render_plugins)' -d 'list the presets of a plug-in'
complete -c lv2render -s q -l quiet -d 'print no progress line'
complete -c lv2render -s v -l verbose -d 'print a summary and the messages of plug-ins and lilv'
complete -c lv2render -s V -l version -d 'print the version'
complete -c lv2render -s h -l help -d 'print this help'
