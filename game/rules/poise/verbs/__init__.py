"""All that a unit may do or answer, one module a group, and the flows behind it."""
