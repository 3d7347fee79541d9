"""Tests of Quintain."""
