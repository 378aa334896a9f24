s|lv2:AmplifierPlugin|lv2:LimiterPlugin|
