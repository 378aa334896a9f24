# An index is negative: lilv writes to memory before its array.
s|lv2:index 2|lv2:index -1|
