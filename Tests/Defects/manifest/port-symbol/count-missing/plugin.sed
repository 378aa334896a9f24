# The input has no symbol.
/lv2:symbol "in"/d
