# The input has no direction.
s|lv2:InputPort , lv2:AudioPort|lv2:AudioPort|
