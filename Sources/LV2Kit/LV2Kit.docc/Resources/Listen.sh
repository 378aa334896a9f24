make ttl bundle
export LV2_PATH=$PWD/Bundles:/usr/lib/lv2
.build/release/lv2render guitar.wav overdrive.wav -p urn:example:overdrive-stereo drive=60
jalv.gtk3 urn:example:overdrive-stereo
