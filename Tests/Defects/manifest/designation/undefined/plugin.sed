# The designation is a class of plug-ins.
s|lv2:default 1.0|& ; lv2:designation lv2:AmplifierPlugin|
