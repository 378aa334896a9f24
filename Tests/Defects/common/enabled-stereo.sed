s|lv2:symbol "gain"|lv2:symbol "enabled"|
s|lv2:name "Gain"|lv2:name "Enabled"|
s|lv2:minimum 0.0|lv2:minimum 0|
s|lv2:maximum 2.0|lv2:maximum 1|
s|lv2:default 1.0|lv2:default 1 ; lv2:designation lv2:enabled ; lv2:portProperty lv2:toggled|
s|lv2:symbol "out"|lv2:symbol "left"|
s|lv2:name "Out"|lv2:name "Left"|
