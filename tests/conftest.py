"""What every test may ask for."""

pytest_plugins = ["tests.hindsight", "tests.postgres", "tests.record", "tests.trust"]
