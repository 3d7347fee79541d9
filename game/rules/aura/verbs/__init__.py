"""What units do, one module a group of verbs; the flows beside them."""
