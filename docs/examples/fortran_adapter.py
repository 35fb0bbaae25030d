#!/usr/bin/env python3
"""Runs a Fortran model-atmosphere code as an engine of Almagest.

The code here is called `tlgrey`. It stands for yours. It reads `input.nml` and, if `start.mod` exists, starts from that
model. It appends `iteration max_relc` to `conv.dat` after each iteration and writes `final.mod`. With `mode = 'spectrum'`
it reads `final.mod` and writes `spec.dat`: wavelength in Angstrom and flux. See docs/connect-your-engine.md.
"""

import json
import math
import os
import shutil
import signal
import subprocess
import sys

ENGINE = {"name": "tlgrey", "version": "2.1"}
PROGRAM = os.environ.get("TLGREY", "tlgrey")
LIMIT = 1e-3  # largest relative change of a converged model
LEAST_DEPTHS = 10


class StageFailure(Exception):
    def __init__(self, stage, message):
        super().__init__(message)
        self.stage = stage


def fortran_number(text):
    """Reads 1.5D+03 and 2.5-101 like Fortran does."""
    text = text.strip().lower().replace("d", "e")
    for sign in "+-":
        at = text.rfind(sign)
        if at > 0 and text[at - 1].isdigit() and "e" not in text:
            text = text[:at] + "e" + text[at:]
    return float(text)


def namelist(values):
    def written(value):
        if isinstance(value, bool):
            return ".true." if value else ".false."
        return "'%s'" % value.replace("'", "''") if isinstance(value, str) else repr(value)

    lines = ["  %s = %s" % (key, written(value)) for key, value in values.items()]
    return "&run\n" + ",\n".join(lines) + "\n/\n"


def run(values, stage):
    """Runs the code once. Passes a stop signal on, so that nothing computes after this task."""
    with open("input.nml", "w") as file:
        file.write(namelist(values))
    child = subprocess.Popen([PROGRAM], stdin=subprocess.DEVNULL)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _: child.send_signal(received))
    status = child.wait()
    if status < 0:
        # Ends like the code did. The agent then knows that the node is being stopped, and hands the task back.
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    if status > 0:
        raise StageFailure(stage, "%s ended with status %d" % (ENGINE["name"], status))


def read_changes():
    if not os.path.exists("conv.dat"):
        return []
    with open("conv.dat") as file:
        return [fortran_number(line.split()[1]) for line in file if line.strip()]


def check_model(path):
    """Returns (is complete, contains NaN). Never trust a flag of the code alone."""
    if not os.path.exists(path):
        return False, False
    with open(path) as file:
        words = file.read().split()
    if any(word.lower().lstrip("+-").startswith(("nan", "inf")) for word in words):
        return True, True
    return len(words) > LEAST_DEPTHS, False


def atmosphere(task, stages):
    """Computes the model in the stages of the chain. Returns (converged, max_relc, contains NaN)."""
    if os.path.exists("seed.7"):
        shutil.copy("seed.7", "start.mod")
    result = (False, None, False)
    for stage in task["atmosphere_config"]["chain"]:
        if os.path.exists("conv.dat"):
            os.remove("conv.dat")
        values = dict(task["params"], mode="model", lte=bool(stage["lte"]), niter=stage["niter"])
        run(values, "atmosphere")
        changes = read_changes()
        complete, has_nan = check_model("final.mod")
        last = changes[-1] if changes else None
        converged = complete and not has_nan and last is not None and math.isfinite(last) and last < LIMIT
        finite = [change if math.isfinite(change) else None for change in changes]
        best = min((change for change in finite if change is not None), default=None)
        stages.append(
            {"label": stage["label"], "converged": converged, "chmax": LIMIT, "best_max_relc": best, "max_relc": finite}
        )
        result = (converged, finite[-1] if finite else None, has_nan)
        if not converged:
            break
        shutil.copy("final.mod", "start.mod")
    if os.path.exists("final.mod"):
        shutil.copy("final.mod", "out.7")
    return result


def grid_of(params):
    """All points of a workflow need the same wavelengths, or their spectra must be resampled to interpolate."""
    first, last, step = params.get("wl_min", 3000), params.get("wl_max", 9000), params.get("wl_step", 1)
    return [first + index * step for index in range(int(round((last - first) / step)) + 1)]


def on_grid(rows, wavelengths):
    at = 0
    for wavelength in wavelengths:
        while at + 1 < len(rows) and rows[at + 1][0] <= wavelength:
            at += 1
        if at + 1 == len(rows) or rows[at][0] > wavelength:
            if rows[at][0] == wavelength:
                yield wavelength, rows[at][1]
            continue
        (left, flux), (right, after) = rows[at], rows[at + 1]
        yield wavelength, flux + (wavelength - left) / (right - left) * (after - flux)


def spectrum(task, product):
    params = dict(task.get("spectrum_params") or {}, **(product or {}))
    name = params.pop("name", None)
    # A text in a product is passed on, for example the name of a line list among the assets.
    if isinstance(params.get("linelist"), str):
        params["linelist"] = os.path.join("assets", params["linelist"])
    run(dict(params, mode="spectrum"), "spectrum")
    with open("spec.dat") as file:
        rows = [tuple(map(fortran_number, line.split()[:2])) for line in file if line.strip()]
    if not rows or not all(math.isfinite(flux) for _, flux in rows):
        raise StageFailure("spectrum", "spec.dat is empty or contains NaN")
    path = os.path.join("out", "spectrum", name + ".txt") if name else os.path.join("out", "spectrum.txt")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write("# 1: wavelength in vacuum, Angstrom\n# 2: flux at the surface, erg cm-2 s-1 Angstrom-1\n")
        for wavelength, flux in on_grid(rows, grid_of(params)):
            file.write("%.4f %.7e\n" % (wavelength, flux))


def main():
    with open("task.json") as file:
        task = json.load(file)
    stages = []
    result = {"engine": ENGINE, "converged": False, "atmosphere_has_nan": False, "max_relc": None, "failed_stage": None}
    try:
        if task["atmosphere_config"]["enabled"]:
            result["converged"], result["max_relc"], result["atmosphere_has_nan"] = atmosphere(task, stages)
            result["iterations"] = sum(len(stage["max_relc"]) for stage in stages)
        else:
            # Spectrum only: the model is there and has converged before.
            shutil.copy("seed.7", "final.mod")
            result["converged"] = True
        if result["converged"] and task["spectrum_config"]["enabled"]:
            for product in task["spectrum_config"].get("products") or [None]:
                spectrum(task, product)
    except StageFailure as failure:
        result["failed_stage"], result["error_message"] = failure.stage, str(failure)
    if not result["converged"]:
        result.setdefault("error_message", "not converged: largest relative change %s" % result["max_relc"])
    result["summary"] = {"stages": stages}
    # Renamed when everything else is written, so that the agent never sees half of it.
    with open("result.json.new", "w") as file:
        json.dump(result, file, allow_nan=False)
    os.replace("result.json.new", "result.json")


if __name__ == "__main__":
    sys.exit(main())
