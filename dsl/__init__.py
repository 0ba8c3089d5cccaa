"""From set files to an image: the compiler. Knows the format of bytecode and nothing else of the machine."""
