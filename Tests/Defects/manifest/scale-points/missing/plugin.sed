# An enumeration has no scale points.
s|lv2:minimum 0.0|lv2:minimum 0|
s|lv2:maximum 2.0|lv2:maximum 2|
s|lv2:default 1.0|lv2:default 1 ; lv2:portProperty lv2:integer , lv2:enumeration|
