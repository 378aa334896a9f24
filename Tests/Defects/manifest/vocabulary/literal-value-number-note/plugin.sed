# The label of a scale point is a number.
s|lv2:default 1.0|& ; lv2:scalePoint [ rdfs:label 5 ; rdf:value 1.0 ]|
