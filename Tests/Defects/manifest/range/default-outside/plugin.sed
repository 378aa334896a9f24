# The default is above the maximum.
s|lv2:default 1.0|lv2:default 3.0|
