"""The screens of the map editor: tools, palettes, forms and reports over `game.edit`."""
