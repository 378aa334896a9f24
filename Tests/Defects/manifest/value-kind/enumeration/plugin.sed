# The default of an enumeration is not the value of a scale point.
s|lv2:default 1.0|& ;\
		lv2:portProperty lv2:enumeration ;\
		lv2:scalePoint [ rdfs:label "Silence" ; rdf:value 0.0 ] , [ rdfs:label "Twice" ; rdf:value 2.0 ]|
