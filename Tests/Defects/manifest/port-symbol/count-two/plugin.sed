# A port has two symbols.
s|lv2:name "In"|& ; lv2:symbol "input"|
