"""Pages and REST. Only this package and the socket's adapter know the web framework."""
