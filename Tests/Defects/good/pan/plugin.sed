s|lv2:symbol "gain"|lv2:symbol "pan"|
s|lv2:name "Gain"|lv2:name "Pan"|
