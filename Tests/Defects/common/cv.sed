s|lv2:InputPort , lv2:AudioPort|lv2:InputPort , lv2:CVPort|
s|lv2:OutputPort , lv2:AudioPort|lv2:OutputPort , lv2:CVPort|
