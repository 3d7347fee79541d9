"""The screen of a skirmish: board, panels, questions and answers, log, and the replay."""
