"""Long-term memory of verified resolutions: port, documents, ledger, reconciler."""
