"""Play in the browser: the server, its database and the page it serves."""
