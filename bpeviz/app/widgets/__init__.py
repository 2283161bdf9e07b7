"""What the pages share: fields, buttons, pictures, and the scripts of components."""
