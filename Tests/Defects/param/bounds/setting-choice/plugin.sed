s|lv2:symbol "gain"|lv2:symbol "mode"|
s|lv2:name "Gain"|lv2:name "Mode"|
s|lv2:minimum 0.0|lv2:minimum 0|
s|lv2:maximum 2.0|lv2:maximum 2|
s|lv2:default 1.0|lv2:default 0 ;\
		lv2:portProperty lv2:integer , lv2:enumeration ;\
		lv2:scalePoint [ rdfs:label "Clean" ; rdf:value 0 ] ,\
			[ rdfs:label "Root" ; rdf:value 1 ] ,\
			[ rdfs:label "Copy" ; rdf:value 2 ]|
