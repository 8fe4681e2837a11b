"""What must survive a power cut."""
