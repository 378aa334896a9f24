enum PlaceholderMartlet {}
