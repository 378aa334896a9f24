s|lv2:symbol "gain"|lv2:symbol "echo"|
s|lv2:name "Gain"|lv2:name "Echo"|
s|lv2:maximum 2.0|lv2:maximum 1.0|
s|lv2:default 1.0|lv2:default 0.0|
