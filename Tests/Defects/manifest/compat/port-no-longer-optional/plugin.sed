# The input 'gain' was lv2:connectionOptional in the older version.
s|lv2:minorVersion 2|lv2:minorVersion 4|
