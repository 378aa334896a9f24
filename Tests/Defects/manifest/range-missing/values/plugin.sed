# The control has no range and no default.
/lv2:minimum 0.0/d
/lv2:maximum 2.0/d
/lv2:default 1.0/d
