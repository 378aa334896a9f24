# A short name has 16 characters or more.
s|lv2:default 1.0|& ; lv2:shortName "Gain of the amplifier"|
