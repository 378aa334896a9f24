# The preset sets a value outside the range.
s|pset:value 1.5|pset:value 11.0|
