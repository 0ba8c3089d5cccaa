"""From flat trees to typed meaning, and back to English."""
