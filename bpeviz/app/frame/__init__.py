"""What stands around every page: its head, its look, and the server's process."""
