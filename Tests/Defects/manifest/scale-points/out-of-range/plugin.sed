# The value of a scale point is outside the range.
s|lv2:default 1.0|& ;\
		lv2:scalePoint [ rdfs:label "Unity" ; rdf:value 1.0 ] , [ rdfs:label "Very Loud" ; rdf:value 20.0 ]|
