# The string of the first symbol has no closing quotation mark.
s|"gain"|"gain|
