# The version is lower than the version of the older bundle.
s|lv2:minorVersion 2|lv2:minorVersion 4|
