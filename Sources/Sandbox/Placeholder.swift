enum PlaceholderSandbox {}
