# The plug-in has no version.
/lv2:minorVersion 2/d
/lv2:microVersion 0/d
