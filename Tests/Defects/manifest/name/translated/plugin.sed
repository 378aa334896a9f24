# The plug-in has only a German name.
s|doap:name "@NAME@"|doap:name "Verstärker"@de|
