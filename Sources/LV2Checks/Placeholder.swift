enum PlaceholderLV2Checks {}
