# The manifest does not declare the plug-in as an lv2:Plugin.
/lv2:Plugin/d
