"""The engine: byte pair encoding in pure Python. It knows no screen."""
