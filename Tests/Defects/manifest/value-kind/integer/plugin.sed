# The default of an integer is 0.5.
s|lv2:default 1.0|lv2:default 0.5 ; lv2:portProperty lv2:integer|
