# The output is described in the file of a preset, which hosts do not read with the plug-in.
/lv2:name "In"/,/lv2:name "Out"/{/lv2:name "In"/!d}
