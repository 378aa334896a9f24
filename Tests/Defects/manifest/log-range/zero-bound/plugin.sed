# A logarithmic range starts at 0.
s|lv2:default 1.0|& ; lv2:portProperty pprops:logarithmic|
