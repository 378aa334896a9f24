# A port has two indices.
s|lv2:name "Out"|& ; lv2:index 3|
