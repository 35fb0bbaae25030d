"""Reads published grids of stellar-atmosphere models. See `Grid`."""

from .grid import AXES, Grid, Interpolator, OutsideGrid, Spectrum

__all__ = ["AXES", "Grid", "Interpolator", "OutsideGrid", "Spectrum"]
