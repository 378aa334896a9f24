# Two scale points have the same value.
s|lv2:default 1.0|& ;\
		lv2:scalePoint [ rdfs:label "Unity" ; rdf:value 1.0 ] , [ rdfs:label "As It Is" ; rdf:value 1.0 ]|
