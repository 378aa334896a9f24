# The input has no name.
/lv2:name "In"/d
