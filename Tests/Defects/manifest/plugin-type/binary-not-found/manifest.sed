# The binary does not exist.
s|<plugin.so>|<other.so>|
