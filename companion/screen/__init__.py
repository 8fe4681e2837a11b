"""The small screen: its model, its font, its raster.  Standard library only."""
