# An index is a string.
s|lv2:index 1|lv2:index "1"|
