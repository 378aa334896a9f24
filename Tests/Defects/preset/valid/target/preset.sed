# The preset applies to an unknown plug-in: the plug-in's URI is misspelled.
s|lv2:appliesTo <urn:defect:@NAME@>|lv2:appliesTo <urn:defect:@NAME@s>|
