"""Where alerts go: rules that people read, and the incidents that come of them."""
