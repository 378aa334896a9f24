# The port group is a text.
s|lv2:default 1.0|& ; pg:group "levels"|
