"""Evidence of the default method: figures about lines, regions and pages, and the models that weigh them."""
