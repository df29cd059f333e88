"""Forgetting a document and retaining it again: what record, ledger and past investigations do together."""
