# The unit units:db is misspelled.
s|lv2:default 1.0|& ; units:unit units:dezibel|
