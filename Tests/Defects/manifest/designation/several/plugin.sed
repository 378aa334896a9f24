# A port has two designations.
s|lv2:default 1.0|& ; lv2:designation param:gain , param:wetDryRatio|
