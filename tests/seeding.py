"""What tests of tests share: a copy of the sources, into which mistakes are put, and
commands that may not end."""

import contextlib
import filecmp
import os
import pathlib
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def wait(command, variables, seconds):
    """Status, output and errors of a command in a session of its own, which ends with it;
    the status is None after so many seconds."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=variables,
                          start_new_session=True) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            status = None
    return status, output, errors


def path_of(m, folder):
    """The file of a mistake, below this folder of a copy."""
    path = folder / m.file
    return path if path.exists() else next(folder.rglob(m.file))


def misfits(mistakes, of, root=ROOT):
    """Those whose text is not in its file of the folder `of' once: the source has changed."""
    return [m for m in mistakes if path_of(m, root / of).read_text().count(m.change) != 1]


def sources(build):
    for folder, folders, names in os.walk(ROOT):
        folder = pathlib.Path(folder)
        folders[:] = [name for name in folders if folder / name != build
                      and not name.startswith("build") and name != ".git"]
        for name in names:
            if name != ".git":
                yield (folder / name).relative_to(ROOT)


class Copy:
    """A copy of the sources with a build tree.  A file that is the same as at the last
    time keeps its time, so that the copy's build is up to date."""

    def __init__(self, path, of, *options):
        self.path, self.of = path, of
        names = set(sources(path.parent))
        for name in names:
            to = path / name
            if not to.exists() or not filecmp.cmp(ROOT / name, to, shallow=False):
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, to)
                shutil.copymode(ROOT / name, to)
        for folder, folders, files in os.walk(path):
            folder = pathlib.Path(folder)
            folders[:] = [name for name in folders if folder / name != path / "build"]
            for name in files:
                if (folder / name).relative_to(path) not in names:
                    (folder / name).unlink()
        self.environment = dict(os.environ, CCACHE_BASEDIR=str(path), CCACHE_NOHASHDIR="1")
        launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        self.run(["cmake", "-B", "build", *options] + launcher)

    def run(self, command):
        """Ends the script where the command fails."""
        done = subprocess.run(command, cwd=self.path, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit("%s: %s\n%s" % (sys.argv[0], " ".join(command), done.stdout[-3000:]))

    def make(self, *targets):
        self.run(["cmake", "--build", "build", "-j2", "--target", *targets])

    @contextlib.contextmanager
    def seeded(self, m):
        """With the mistake in it, or as it is."""
        if not m:
            yield
            return
        path = path_of(m, self.path / self.of)
        good = path.read_text()
        path.write_text(good.replace(m.change, m.into))
        try:
            yield
        finally:
            path.write_text(good)
