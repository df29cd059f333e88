"""How often recall is right, measured on files of records and queries through the product's own code."""
