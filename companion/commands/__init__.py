"""What the commands of ``referee`` do.  Each prints to standard output and returns its exit status."""
