"""Clients of the public protocol. They may import cardwright.runtime.protocol and nothing else of the project."""
