s|lv2:symbol "gain"|lv2:symbol "ratio"|
s|lv2:name "Gain"|lv2:name "Ratio"|
s|lv2:minimum 0.0|lv2:minimum 0.5|
s|lv2:maximum 2.0|lv2:maximum 4.0|
s|lv2:default 1.0|lv2:default 2.0|
