s|lv2:symbol "gain" ;|lv2:symbol "latch" ; lv2:portProperty lv2:integer ;|
s|lv2:name "Gain"|lv2:name "Latch"|
