# The bounds are multiples of the sample rate. The default is below them as a multiple and in hertz.
s|lv2:maximum 2.0|lv2:maximum 0.5|
s|lv2:default 1.0|lv2:default -1.0 ; lv2:portProperty lv2:sampleRate|
