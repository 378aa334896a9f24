# A prefix lacks '#' at its end.
1i @prefix pprops: <http://lv2plug.in/ns/ext/port-props> .
s|lv2:default 1.0|& ; pprops:displayPriority 1|
