"""What is thrown, and what it comes to."""
