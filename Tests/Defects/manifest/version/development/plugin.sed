# An odd minor version denotes a development version.
s|lv2:minorVersion 2|lv2:minorVersion 3|
