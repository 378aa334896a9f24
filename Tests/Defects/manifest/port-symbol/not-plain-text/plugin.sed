# A symbol has a language tag.
s|lv2:symbol "in"|lv2:symbol "in"@en|
