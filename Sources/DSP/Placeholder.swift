enum PlaceholderDSP {}
