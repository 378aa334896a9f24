s|lv2:maximum 2.0|lv2:maximum 1.0 ; lv2:portProperty lv2:toggled|
s|lv2:default 1.0|lv2:default 0.0|
