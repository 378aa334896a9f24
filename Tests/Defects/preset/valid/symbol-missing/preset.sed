# The port of the preset has an index instead of a symbol.
s|lv2:symbol "gain"|lv2:index 0|
