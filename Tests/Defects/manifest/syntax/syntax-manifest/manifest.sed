# The manifest ends in the middle of a statement, which hides the plug-in.
$s|\.$|;|
