# Values that are correct in several forms: a unit and a group without URIs, and texts with a language or a datatype.
s|lv2:default 1.0|& ;\
		units:unit [ a units:Unit ; rdfs:label "fraction" ; units:symbol "x" ; units:render "%f x" ] ;\
		pg:group <urn:defect:@NAME@#levels> ;\
		lv2:scalePoint [ rdfs:label "unity"@en , "eins"@de ; rdf:value 1 ]|
