# The designation is a literal.
s|lv2:default 1.0|& ; lv2:designation "http://lv2plug.in/ns/ext/parameters#gain"|
