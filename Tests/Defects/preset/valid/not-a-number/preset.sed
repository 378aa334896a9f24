# The value is a string.
s|pset:value 1.5|pset:value "1.5"|
