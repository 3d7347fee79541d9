"""The command line's commands, one module each: `add` describes one to argparse, `run` does it."""
