"""The process that runs the command, begun by ``_process.py`` as a script: EXTENSION MODE WORD...

Mode ``framed``: standard input is a number of frames, each with its length before it, and an empty one at
the end. Where that does not come, whoever writes has died, and a set of half the entries must not be published.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import signal
import sys
import threading

# Named so, as type checkers know it, without a second import before each job.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

LENGTH = 4


def extension(path: str) -> Any:
    """The extension alone, without the package."""
    loader = importlib.machinery.ExtensionFileLoader("_urlset", path)
    spec = importlib.machinery.ModuleSpec("_urlset", loader, origin=path)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def hand_on(frames: IO[bytes], to: IO[bytes]) -> None:
    """Writes what is in the frames."""
    try:
        while True:
            head = frames.read(LENGTH)
            length = int.from_bytes(head, "little")
            if len(head) < LENGTH:
                break
            if length == 0:
                to.close()
                return
            frame = frames.read(length)
            if len(frame) < length:
                break
            to.write(frame)
    except BrokenPipeError:
        # The command wants no more, and will say why.
        frames.close()
        return
    os.kill(os.getpid(), signal.SIGTERM)


def unframe() -> None:
    """Gives the command what is in the frames as its standard input."""
    frames = os.fdopen(os.dup(0), "rb")
    end, begin = os.pipe()
    os.dup2(end, 0)
    os.close(end)
    to = os.fdopen(begin, "wb", buffering=0)
    threading.Thread(target=hand_on, args=(frames, to), daemon=True).start()


def main() -> None:
    path, mode, *words = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if mode == "framed":
        unframe()
    os._exit(extension(path).main(["urlset", *words]))


main()
