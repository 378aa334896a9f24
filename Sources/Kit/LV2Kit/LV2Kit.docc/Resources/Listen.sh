swift package --allow-writing-to-package-directory lv2-bundle
export LV2_PATH=$PWD/Bundles:/usr/lib/lv2
lv2render guitar.wav overdrive.wav -p urn:example:overdrive-stereo drive=60
jalv.gtk3 urn:example:overdrive-stereo
