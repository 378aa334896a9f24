# A port group has the symbol of a port.
s|lv2:name "In"|& ; pg:group <urn:defect:@NAME@#inputs>|
