enum PlaceholderLV2Kit {}
