"""Published grids of stellar-atmosphere models."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import tempfile
import urllib.request
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Optional

import numpy as np
from astropy import units
from astropy.io import ascii as ascii_table
from astropy.io import fits
from astropy.table import Table

AXES = ("teff", "logg", "loghe", "logc", "logn", "logo")

#: The relative distance within which a parameter counts as a value of its axis.
SAME = 1e-9


class OutsideGrid(ValueError):
    """The grid has no spectrum for these parameters. The message names what is missing."""


@dataclass(frozen=True)
class Spectrum:
    """A spectrum of a grid."""

    wavelength: units.Quantity
    flux: units.Quantity
    #: "vacuum" or "air".
    medium: str
    params: dict[str, float]
    #: Names of the points it was interpolated from.
    points: tuple[str, ...]
    #: Estimated relative error at each wavelength. None for a stored spectrum, or if no axis could be judged.
    error: Optional[np.ndarray]
    #: Axes that were interpolated but have too few values to estimate their error.
    not_judged: tuple[str, ...]

    def to_specutils(self) -> Any:
        """Returns a `specutils.Spectrum1D`. Needs specutils."""
        from specutils import Spectrum1D

        return Spectrum1D(spectral_axis=self.wavelength, flux=self.flux)


class Grid:
    """A release of a grid.

    `url` is the address of its page, `https://host/releases/SLUG` for the newest version or
    `https://host/releases/SLUG/VERSION` for a fixed one.
    """

    def __init__(self, url: str, timeout_sec: float = 60) -> None:
        self._timeout_sec = timeout_sec
        with self._open(url) as answer:
            #: The address of the version that is read.
            self.url: str = answer.geturl().split("?")[0].rstrip("/")
        #: Metadata and content, as on the release page.
        self.release: dict[str, Any] = json.loads(self._fetch("files/release.json"))

    @cached_property
    def points(self) -> Table:
        """All models, a row each, with the columns of the release's points.csv."""
        return self._table("points.csv")

    @cached_property
    def spectra(self) -> Table:
        """All spectra, a row each: number, point, product, axes and wavelengths."""
        return self._table("spectra.csv")

    @property
    def products(self) -> list[Optional[str]]:
        """The names of the spectra. None for spectra without a name."""
        return [product["name"] for product in self.release["content"]["products"]]

    def spectrum(self, product: Optional[str] = None, **params: float) -> Spectrum:
        """Returns the spectrum at these parameters, interpolated if no point has them.

        Axes with one value may be left out. Raises `OutsideGrid` outside the grid.
        """
        return self._default_interpolator(product)(**params)

    def interpolator(self, product: Optional[str] = None, cache: Optional[os.PathLike[str] | str] = None) -> "Interpolator":
        """Returns an interpolator that keeps spectra in the folder `cache`, by default below `~/.cache/almagest`."""
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "almagest"
        return Interpolator(self, product, root if cache is None else Path(cache))

    def _default_interpolator(self, product: Optional[str]) -> "Interpolator":
        if product not in self._interpolators:
            self._interpolators[product] = Interpolator(self, product, None)
        return self._interpolators[product]

    @cached_property
    def _interpolators(self) -> dict[Optional[str], "Interpolator"]:
        return {}

    @cached_property
    def _spectra(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self._fetch("files/spectra.csv").decode())))

    def _table(self, name: str) -> Table:
        return ascii_table.read(self._fetch(f"files/{name}").decode(), format="csv", fast_reader=False)

    def _fetch(self, path: str) -> bytes:
        with self._open(f"{self.url}/{path}") as answer:
            content: bytes = answer.read()
        return content

    def _open(self, url: str) -> Any:
        return urllib.request.urlopen(url, timeout=self._timeout_sec)


class Interpolator:
    """Interpolates spectra of one product: linearly in the logarithm of the flux, with log10 of the temperature."""

    def __init__(self, grid: Grid, product: Optional[str], cache: Optional[Path]) -> None:
        described = {entry["name"]: entry for entry in grid.release["content"]["products"]}
        if product not in described:
            raise OutsideGrid(f"the release has no product {product!r}, only {list(described)}")
        self._grid = grid
        self._cache = cache
        self._described = described[product]
        self._wavelength_unit = units.Unit(self._described["wavelength"]["unit"])
        self._flux_unit = units.Unit(self._described["flux"]["unit"] or "")
        rows = [row for row in grid._spectra if (row["product"] or None) == product]
        #: The values of each axis.
        self.axes = {axis: np.unique([float(row[axis]) for row in rows]) for axis in AXES}
        self._rows = {tuple(float(row[axis]) for axis in AXES): row for row in rows}
        self._loaded: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def __call__(self, **params: float) -> Spectrum:
        """Returns the spectrum at these parameters. Raises `OutsideGrid` outside the grid."""
        at = self._complete(params)
        sides = {axis: self._around(axis, at[axis]) for axis in AXES}
        corners = self._corners(sides)
        stored = [self._load(key) for key, _ in corners]
        wavelength = stored[0][0]
        flux = _mean([flux if np.array_equal(wave, wavelength) else np.interp(wavelength, wave, flux) for wave, flux in stored],
                     [weight for _, weight in corners])
        error, not_judged = self._error(at, sides, wavelength)
        return Spectrum(
            wavelength=wavelength * self._wavelength_unit,
            flux=flux * self._flux_unit,
            medium=self._described["medium"],
            params=at,
            points=tuple(self._rows[key]["point_name"] for key, _ in corners),
            error=error,
            not_judged=not_judged,
        )

    def _complete(self, params: dict[str, float]) -> dict[str, float]:
        unknown = set(params) - set(AXES)
        if unknown:
            raise OutsideGrid(f"no axis is named {', '.join(sorted(unknown))}; the axes are {', '.join(AXES)}")
        missing = [axis for axis in AXES if axis not in params and len(self.axes[axis]) > 1]
        if missing:
            raise OutsideGrid(f"give a value for {', '.join(missing)}: these axes have several")
        return {axis: float(params.get(axis, self.axes[axis][0])) for axis in AXES}

    def _around(self, axis: str, value: float) -> list[tuple[float, float]]:
        """Returns the values of an axis around a parameter with their weights: one, or two that sum to 1."""
        values = self.axes[axis]
        nearest = values[np.argmin(np.abs(values - value))]
        if abs(nearest - value) <= SAME * max(1.0, abs(value)):
            return [(float(nearest), 1.0)]
        if not values[0] < value < values[-1]:
            raise OutsideGrid(f"{axis}={value} is outside the grid, which reaches from {values[0]} to {values[-1]}")
        index = int(np.searchsorted(values, value))
        low, high = float(values[index - 1]), float(values[index])
        weight = (_scaled(axis, value) - _scaled(axis, low)) / (_scaled(axis, high) - _scaled(axis, low))
        return [(low, 1 - weight), (high, weight)]

    def _corners(self, sides: dict[str, list[tuple[float, float]]]) -> list[tuple[tuple[float, ...], float]]:
        corners = []
        for choice in itertools.product(*(sides[axis] for axis in AXES)):
            key = tuple(value for value, _ in choice)
            if key not in self._rows:
                named = ", ".join(f"{axis}={value:g}" for axis, value in zip(AXES, key))
                raise OutsideGrid(f"the grid has no spectrum at {named}")
            corners.append((key, float(np.prod([weight for _, weight in choice]))))
        return corners

    def _error(
        self, at: dict[str, float], sides: dict[str, list[tuple[float, float]]], wavelength: np.ndarray
    ) -> tuple[Optional[np.ndarray], tuple[str, ...]]:
        """Predicts the grid points nearest to the parameters from their neighbours along each interpolated axis."""
        found, not_judged = [], []
        nearest = {axis: max(sides[axis], key=lambda side: side[1])[0] for axis in AXES}
        for axis in (axis for axis in AXES if len(sides[axis]) > 1):
            values = self.axes[axis]
            checks = [index for index in range(1, len(values) - 1) if values[index] in (low for low, _ in sides[axis])]
            judged = [error for error in (self._left_out(axis, index, nearest, wavelength) for index in checks) if error is not None]
            if judged:
                found.append(np.max(judged, axis=0))
            else:
                not_judged.append(axis)
        return (np.sqrt(np.sum(np.square(found), axis=0)) if found else None), tuple(not_judged)

    def _left_out(self, axis: str, index: int, nearest: dict[str, float], wavelength: np.ndarray) -> Optional[np.ndarray]:
        low, middle, high = (float(value) for value in self.axes[axis][index - 1 : index + 2])
        keys = [tuple({**nearest, axis: value}[name] for name in AXES) for value in (low, middle, high)]
        if any(key not in self._rows for key in keys):
            return None
        below, truth, above = (np.interp(wavelength, *self._load(key)) for key in keys)
        weight = (_scaled(axis, middle) - _scaled(axis, low)) / (_scaled(axis, high) - _scaled(axis, low))
        predicted = _mean([below, above], [1 - weight, weight])
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.nan_to_num(np.abs(predicted / truth - 1))

    def _load(self, key: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
        row = self._rows[key]
        number = int(row["number"])
        if number not in self._loaded:
            self._loaded[number] = self._read(number, row["sha256"])
        return self._loaded[number]

    def _read(self, number: int, sha256: str) -> tuple[np.ndarray, np.ndarray]:
        file = None if self._cache is None else self._cache / f"{sha256}.npy"
        if file is not None and file.exists():
            wavelength, flux = np.load(file)
            return wavelength, flux
        with fits.open(io.BytesIO(self._grid._fetch(f"spectra/{number}.fits")), checksum=True) as content:
            table = content[1].data
            both = np.array([table["WAVELENGTH"], table["FLUX"]], dtype=float)
        if file is not None:
            _write(file, both)
        return both[0], both[1]


def _scaled(axis: str, value: float) -> float:
    return float(np.log10(value)) if axis == "teff" else value


def _mean(fluxes: list[np.ndarray], weights: list[float]) -> np.ndarray:
    """Averages fluxes, in their logarithm if all are positive."""
    if len(fluxes) == 1:
        return fluxes[0]
    weight = np.array(weights)[:, None]
    if all(np.all(flux > 0) for flux in fluxes):
        return np.exp(np.sum(weight * np.log(fluxes), axis=0))
    return np.sum(weight * np.array(fluxes), axis=0)


def _write(file: Path, values: np.ndarray) -> None:
    """Writes a file completely or not at all, so that several programs may share the folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
        np.save(part, values)
    os.replace(part.name, file)
