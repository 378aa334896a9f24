# The output has no index.
/lv2:index 2/d
