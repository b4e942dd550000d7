"""Run a command as a child and say what it took: ``python -m benchmarks.launch COMMAND ...``.

Standard input goes to the command; what it writes is dropped; one JSON object is printed.  This
process is small and fresh, which matters: the peak memory of a child starts at its parent's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def main() -> None:
    """Run the command, wait for it, print status, seconds and peak memory."""
    begun = time.perf_counter()
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    answer = {
        "status": process.returncode,
        "wall": time.perf_counter() - begun,
        "cpu": used.ru_utime + used.ru_stime,
        "peak_bytes": used.ru_maxrss * unit,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
