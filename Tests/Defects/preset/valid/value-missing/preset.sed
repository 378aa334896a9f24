# The value has a predicate of another vocabulary.
s|pset:value|rdf:value|
