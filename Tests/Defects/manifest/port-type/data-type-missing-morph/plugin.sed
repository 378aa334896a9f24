# A morph port has no type of its data.
s|lv2:InputPort , lv2:AudioPort|lv2:InputPort , morph:MorphPort|
s|lv2:name "In"|& ; morph:supportsType lv2:AudioPort , lv2:CVPort|
