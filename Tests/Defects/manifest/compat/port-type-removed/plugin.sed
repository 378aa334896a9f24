# The control port of the older version is a CV port now.
s|lv2:InputPort , lv2:ControlPort|lv2:InputPort , lv2:CVPort|
