s|lv2:minimum 0.0|lv2:minimum 0.02|
s|lv2:default 1.0|lv2:default 0.3|
