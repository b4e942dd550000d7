"""The peers' virtual environment, and a description of the machine.

The environment is built once in the work folder, and again when the requirements change.
"""

import os
import platform
import shutil
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

REQUIREMENTS = ("truecase==0.0.14", "sacremoses==0.2.0", "python-crfsuite==0.9.12")

PUNKT_CARRIER = "llama-index-core==0.12.52"
"""A package whose wheel includes nltk's English punkt, which PyPI has nowhere else."""

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "benchmarks"
BYTECODE = WORK / "bytecode"
PROFILE = ROOT / "benchmarks" / "corpora.toml"
"""Labels that each open corpus annotates, and how they map to ours."""


@dataclass(frozen=True)
class Environment:
    """An interpreter, the environment variables of its processes, and whether nltk has punkt."""

    python: Path
    variables: dict[str, str]
    has_punkt: bool = False


def own_environment() -> Environment:
    """Return the running interpreter's environment, which has majuscule."""
    return Environment(Path(sys.executable), _variables(PYTHONPATH=str(ROOT / "src")))


def peers_environment(work: Path) -> Environment:
    folder, data = work / "venv", work / "nltk_data"
    python = folder / "bin" / "python"
    stamp = folder / "requirements.txt"
    wanted = "\n".join((*REQUIREMENTS, PUNKT_CARRIER))
    if not stamp.exists() or stamp.read_text("utf-8") != wanted:
        venv.EnvBuilder(with_pip=True, clear=True).create(folder)
        run = [str(python), "-m", "pip", "install", "--quiet", *REQUIREMENTS]
        subprocess.run(run, check=True, stdout=sys.stderr)
        shutil.rmtree(data, ignore_errors=True)
        _fetch_punkt(python, work / "wheels", data)
        stamp.write_text(wanted, "utf-8")
    variables = _variables(NLTK_DATA=str(data))
    return Environment(python, variables, (data / "tokenizers" / "punkt_tab").is_dir())


def machine() -> dict[str, str]:
    """Return processor, memory, system and Python, to judge a speed by."""
    return {
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else "?"),
        "memory": f"{_memory() / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _variables(**more: str) -> dict[str, str]:
    # The hash seed is fixed because truecase breaks ties by the order of a set; linear algebra gets
    # one thread because all speeds are of one core; bytecode is cached, as for installed packages,
    # or a cold start would mostly measure the compilation of a hundred modules.
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    own = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "PYTHONPYCACHEPREFIX": str(BYTECODE)}
    return {**inherited, **own, **more}


def _fetch_punkt(python: Path, wheels: Path, data: Path) -> None:
    """Unpack English punkt from its carrier's wheel; truecase's string interface needs it."""
    run = [str(python), "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(wheels)]
    if subprocess.run([*run, PUNKT_CARRIER], stdout=sys.stderr).returncode:
        print("nltk's punkt cannot be had: truecase runs on tokens only", file=sys.stderr)
        return
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                _, mark, rest = name.partition("/tokenizers/punkt_tab/english/")
                if mark and rest:
                    target = data / "tokenizers" / "punkt_tab" / "english" / Path(rest).name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(name))


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 0
