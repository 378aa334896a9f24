# The minimum is above the maximum.
s|lv2:minimum 0.0|lv2:minimum 2.0|
s|lv2:maximum 2.0|lv2:maximum 0.0|
