# A morph port does not list the types that it supports.
s|lv2:InputPort , lv2:AudioPort|& , morph:MorphPort|
