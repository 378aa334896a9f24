s|lv2:AmplifierPlugin|lv2:DelayPlugin|
s|lv2:symbol "gain"|lv2:symbol "feedback"|
s|lv2:name "Gain"|lv2:name "Feedback"|
s|lv2:maximum 2.0|lv2:maximum 1.1|
s|lv2:default 1.0|lv2:default 0.4|
