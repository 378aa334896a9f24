# The binary is a literal instead of a URI.
s|<plugin.so>|"plugin.so"|
