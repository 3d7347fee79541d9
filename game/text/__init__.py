"""What people read: names, sentences, prompts and the log."""
