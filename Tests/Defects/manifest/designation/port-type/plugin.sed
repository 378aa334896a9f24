# An input has the designation lv2:latency.
s|lv2:default 1.0|& ; lv2:designation lv2:latency|
