"""Quintain: five tabletop combat systems on one battle map."""
