"""A picture as the value of a claim, in the form that upstream's apps show."""

# One white pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="
PORTRAIT = "data:image/png;base64," + PIXEL
