# The value of one scale point is a string.
s|lv2:default 1.0|& ;\
		lv2:scalePoint [ rdfs:label "Silence" ; rdf:value 0.0 ] , [ rdfs:label "Unity" ; rdf:value "one" ]|
