"""Map files of others: Tiled, Universal VTT, Battle for Wesnoth; nothing here trusts a file."""
