# Input and output are exchanged, and the minor version is raised.
s|lv2:index 1|lv2:index 3|
s|lv2:index 2|lv2:index 1|
s|lv2:index 3|lv2:index 2|
s|lv2:minorVersion 2|lv2:minorVersion 4|
