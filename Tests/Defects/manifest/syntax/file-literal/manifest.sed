# rdfs:seeAlso names one of the files by a literal.
s|<plugin.ttl>|& , "extra.ttl"|
