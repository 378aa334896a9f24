# The feature lv2:hardRTCapable, which hosts look for, is misspelled.
s|lv2:optionalFeature lv2:hardRTCapable|lv2:optionalFeature lv2:hardRtCapable|
