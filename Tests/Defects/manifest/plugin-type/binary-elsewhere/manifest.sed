# lv2:binary is in the file of the plug-in, and not here.
/lv2:binary/d
