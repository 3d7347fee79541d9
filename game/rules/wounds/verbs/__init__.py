"""What units can do, one module a group, and the flows beside them."""
