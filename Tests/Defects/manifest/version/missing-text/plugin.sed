# The minor version is a text.
s|lv2:minorVersion 2|lv2:minorVersion "2"|
