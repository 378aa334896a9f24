# A logarithmic range has no maximum.
s|lv2:minimum 0.0|lv2:minimum 0.1|
/lv2:maximum 2.0/d
s|lv2:default 1.0|& ; lv2:portProperty pprops:logarithmic|
