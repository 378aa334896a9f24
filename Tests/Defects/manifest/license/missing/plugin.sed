# The plug-in has no license.
/doap:license/d
