# The maximum of a switch is 2.
s|lv2:default 1.0|& ; lv2:portProperty lv2:toggled|
