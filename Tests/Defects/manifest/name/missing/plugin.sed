# The plug-in has no name.
/doap:name "@NAME@"/d
