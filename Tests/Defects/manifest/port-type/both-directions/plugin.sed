# A port is both an input and an output.
s|lv2:InputPort , lv2:AudioPort|& , lv2:OutputPort|
