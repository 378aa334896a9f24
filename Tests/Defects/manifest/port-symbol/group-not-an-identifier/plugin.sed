# The symbol of the port group contains a space.
s|lv2:default 1.0|& ; pg:group <urn:defect:@NAME@#group>|
