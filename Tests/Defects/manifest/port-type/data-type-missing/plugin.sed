# The input has no data type.
s|lv2:InputPort , lv2:AudioPort|lv2:InputPort|
