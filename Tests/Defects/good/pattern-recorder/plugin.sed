s|lv2:symbol "gain"|lv2:symbol "record"|
s|lv2:name "Gain"|lv2:name "Record"|
