# The plug-in does not declare that it can run in real time.
/lv2:hardRTCapable/d
