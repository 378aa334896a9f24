# A prefix is not declared.
s|lv2:optionalFeature lv2:hardRTCapable|lv2:optionalFeature rt:hardRTCapable|
