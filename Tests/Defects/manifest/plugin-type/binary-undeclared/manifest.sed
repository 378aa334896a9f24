# The plug-in has no lv2:binary.
/lv2:binary/d
