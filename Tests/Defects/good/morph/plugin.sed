# A morph port with a default type and the types that it supports.
s|lv2:InputPort , lv2:AudioPort|& , morph:MorphPort|
s|lv2:name "In"|& ; morph:supportsType lv2:AudioPort , lv2:CVPort|
