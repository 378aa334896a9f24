# The binary is a text file.
s|<plugin.so>|<plugin.ttl>|
