# The preset sets a port that does not exist.
s|lv2:symbol "gain"|lv2:symbol "volume"|
