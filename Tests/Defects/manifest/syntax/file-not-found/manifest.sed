# rdfs:seeAlso names a file that does not exist.
s|<plugin.ttl>|& , <more.ttl>|
