# The unit is a text.
s|lv2:default 1.0|& ; units:unit "dB"|
