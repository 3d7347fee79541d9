"""The drawing of a map: ground, walls, heights, zones, units' pictures, and the camera over them."""
