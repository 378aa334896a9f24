# A new port is not lv2:connectionOptional.
s|lv2:minorVersion 2|lv2:minorVersion 4|
