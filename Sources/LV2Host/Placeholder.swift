enum PlaceholderLV2Host {}
