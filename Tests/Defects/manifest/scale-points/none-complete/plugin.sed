# No scale point is complete: an assertion of lilv ends a host that reads them.
s|lv2:default 1.0|& ; lv2:scalePoint [ lv2:name "Silence" ; rdf:value 0.0 ] , [ rdfs:label "Unity" ]|
