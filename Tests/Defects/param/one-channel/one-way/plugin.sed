s|lv2:minimum 0.0|lv2:minimum 0.1|
