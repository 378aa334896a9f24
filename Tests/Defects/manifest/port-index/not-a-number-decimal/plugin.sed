# An index is an xsd:decimal instead of an xsd:integer.
s|lv2:index 2|lv2:index 2.0|
