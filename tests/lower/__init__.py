"""Tests of lowering: texts of whole kinds, compiled and played."""
