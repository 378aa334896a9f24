# Input and output are exchanged, but the minor version is not raised.
s|lv2:index 1|lv2:index 3|
s|lv2:index 2|lv2:index 1|
s|lv2:index 3|lv2:index 2|
