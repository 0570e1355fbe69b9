"""The command ``urlset`` and ``python -m urlset``."""

import os
import signal
import sys

from . import _urlset


def main() -> None:
    """Runs the command with the words of this process."""
    # The command has its own way to end, which publishes nothing.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os._exit(_urlset.main(["urlset", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
