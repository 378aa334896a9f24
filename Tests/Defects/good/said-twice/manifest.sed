s|<plugin.ttl>|& , <ports.ttl>|
