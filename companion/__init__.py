"""The electronic referee: rules, session, journal, daemon."""
