s|lv2:default 1.0|lv2:default 0.3|
