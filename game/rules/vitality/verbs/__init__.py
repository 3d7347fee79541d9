"""What units may do: the verbs of every question, and the flows behind them."""
