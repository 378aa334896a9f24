# The preset has no label.
/rdfs:label/d
