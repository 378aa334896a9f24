# A logarithmic range extends from a negative number to a positive one.
s|lv2:minimum 0.0|lv2:minimum -1.0|
s|lv2:default 1.0|& ; lv2:portProperty pprops:logarithmic|
