# A new port at the end is lv2:connectionOptional, and the minor version is raised.
s|lv2:minorVersion 2|lv2:minorVersion 4|
