# A symbol starts with a digit and contains a hyphen.
s|lv2:symbol "in"|lv2:symbol "1-in"|
