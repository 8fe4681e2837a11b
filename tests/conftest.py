"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

# No deadline: a time limit on a single example fails on a busy machine and says nothing.  CI always draws the same
# examples, so that it fails for a change and not by chance; elsewhere new ones are looked at every time.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("ci", settings.get_profile("house"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")
