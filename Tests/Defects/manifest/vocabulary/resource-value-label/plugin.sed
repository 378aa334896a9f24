# The label of a scale point is a resource.
s|lv2:default 1.0|& ; lv2:scalePoint [ rdfs:label <urn:defect:@NAME@#unity> ; rdf:value 1.0 ]|
