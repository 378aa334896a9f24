s|lv2:symbol "gain"|lv2:symbol "shape"|
s|lv2:name "Gain"|lv2:name "Shape"|
s|lv2:minimum 0.0|lv2:minimum -1.0|
s|lv2:maximum 2.0|lv2:maximum 1.0|
