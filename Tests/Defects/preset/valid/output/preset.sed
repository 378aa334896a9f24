# The preset sets the value at which the plug-in divides by zero.
s|pset:value 1.5|pset:value 1.25|
