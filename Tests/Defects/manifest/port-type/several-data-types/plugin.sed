# A port is both an audio and a control port.
s|lv2:InputPort , lv2:AudioPort|& , lv2:ControlPort|
