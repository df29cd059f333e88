"""The intake: who may send, what is stored of a body, and when it is interpreted."""
