# One of two scale points has no label.
s|lv2:default 1.0|& ; lv2:scalePoint [ rdfs:label "Silence" ; rdf:value 0.0 ] , [ rdf:value 1.0 ]|
