"""Compile every ``*_kernel.py`` to C; fall back to the interpreted source if that fails.

Everything else about the package is in ``pyproject.toml``.  A kernel is ordinary typed Python
(Cython's pure-Python mode), so installing works without a C compiler: :class:`BuildKernels` turns
a failed compilation into a warning, and the ``.py`` file is interpreted.
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
    "infer_types": True,  # loop indices get the types of their ranges
}


class BuildKernels(build_ext):
    """Build the kernels; if that fails, warn once that they will be interpreted."""

    def finalize_options(self) -> None:
        """Compile on every core."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build all kernels; a missing compiler must not stop the installation."""
        try:
            super().run()
        except Exception as error:  # whatever the tool chain raises: the .py files still work
            self.warn_once(error)

    def build_extension(self, ext: Extension) -> None:
        """Build one kernel; its failure must not stop the others."""
        try:
            super().build_extension(ext)
        except Exception as error:
            self.warn_once(error)

    _warned = False

    def warn_once(self, error: Exception) -> None:
        """Warn once on stderr."""
        if not BuildKernels._warned:
            BuildKernels._warned = True
            print(
                f"majuscule: WARNING: the kernels could not be compiled ({error}); they will be "
                "interpreted, with the same answers, some hundred times slower. Install gcc and "
                "the Python headers and reinstall.",
                file=sys.stderr,
            )


def kernels() -> list[Extension]:
    """Return an extension for each ``*_kernel.py``, or none if Cython is missing."""
    if os.environ.get("MAJUSCULE_NO_KERNELS"):
        return []
    try:
        from Cython.Build import cythonize
        from Cython.Compiler import Options
    except ImportError:
        return []
    Options.buffer_max_dims = 5  # one to spare, not 8: functions pass each other views by value
    flags = ["-O3", "-g0", "-fno-math-errno", "-ffp-contract=off"]  # -g0: symbols would add 29 MB
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
        extensions, compiler_directives=DIRECTIVES, build_dir="build/kernels", quiet=True
    )


setup(ext_modules=kernels(), cmdclass={"build_ext": BuildKernels})
