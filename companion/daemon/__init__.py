"""The composition root: asyncio, configuration, supervision."""
