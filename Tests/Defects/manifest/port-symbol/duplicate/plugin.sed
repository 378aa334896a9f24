# Two ports have the same symbol.
s|lv2:symbol "out"|lv2:symbol "in"|
