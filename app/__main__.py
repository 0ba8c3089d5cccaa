"""Entry point of the command line."""


def main() -> None:
    """Run the command line."""
    raise SystemExit(0)


if __name__ == "__main__":
    main()
