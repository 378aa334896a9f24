s|lv2:InputPort , lv2:AudioPort|lv2:InputPort , lv2:CVPort|
s|lv2:name "In"|lv2:name "Frequency" ; lv2:minimum 20.0 ; lv2:maximum 20000.0 ; lv2:default 440.0|
s|lv2:OutputPort , lv2:AudioPort|lv2:OutputPort , lv2:CVPort|
