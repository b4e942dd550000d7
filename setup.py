"""Compile every ``*_kernel.py`` to C; fall back to the interpreted source where that fails.

Everything else about the package is in ``pyproject.toml``.  A kernel is ordinary typed Python
(Cython's pure-Python mode), so a machine without a C compiler still installs: ``optional=True``
turns a failed compilation into a warning and leaves the ``.py`` file to be interpreted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "freethreading_compatible": True,
    "infer_types": True,  # indices take the types of their ranges
}


class BuildKernels(build_ext):
    """Build the kernels, saying once what an interpreted install costs when they do not build."""

    def finalize_options(self) -> None:
        """Compile on every core."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build all; a missing compiler must not stop the installation."""
        try:
            super().run()
        except Exception as error:  # whatever the tool chain raises, the .py files still work
            self.say(error)

    def build_extension(self, ext: Extension) -> None:
        """Build one, for the same reason without letting it stop the others."""
        try:
            super().build_extension(ext)
        except Exception as error:
            self.say(error)

    _said = False

    def say(self, error: Exception) -> None:
        """Warn once on stderr."""
        if not BuildKernels._said:
            BuildKernels._said = True
            print(
                f"majuscule: WARNING: the kernels could not be compiled ({error}); they will be "
                "interpreted, with the same answers, some hundred times slower. Install gcc and "
                "the Python headers and reinstall.",
                file=sys.stderr,
            )


def kernels() -> list[Extension]:
    """Return one extension a ``*_kernel.py``, or none where Cython is missing."""
    if os.environ.get("MAJUSCULE_NO_KERNELS"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    flags = ["-O3", "-g0", "-fno-math-errno", "-ffp-contract=off"]  # symbols would weigh 29 MB
    flags = [] if sys.platform == "win32" else flags
    extensions = [
        Extension(
            ".".join(path.relative_to(SOURCE).with_suffix("").parts),
            [str(path)],
            extra_compile_args=flags,
        )
        for path in sorted(SOURCE.glob("majuscule/**/*_kernel.py"))
    ]
    return cythonize(
        extensions, compiler_directives=DIRECTIVES, build_dir="build/cython", quiet=True
    )


setup(ext_modules=kernels(), cmdclass={"build_ext": BuildKernels})
