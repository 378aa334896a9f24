# No port has the index 2.
s|lv2:index 2|lv2:index 3|
