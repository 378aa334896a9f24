# A port property is misspelled.
s|lv2:default 1.0|& ; lv2:portProperty lv2:toggle|
