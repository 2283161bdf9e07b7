"""The sidebar that all pages share."""
