s|lv2:symbol "gain"|lv2:symbol "offset"|
s|lv2:name "Gain"|lv2:name "Offset"|
