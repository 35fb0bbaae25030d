"""Figures of a grid as SVG, with nothing but the standard library: grid.ipynb draws with them.

A notebook shows a figure that is the last value of a cell; `save` writes it to a file. For figures of a paper take matplotlib:
the data are plain lists.
"""

from html import escape
from typing import Iterable, List, Mapping, Sequence, Tuple

WIDTH, HEIGHT, MARGIN = 720, 420, 64
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
# Each status also has its own shape, for readers who cannot distinguish the colours.
STATUSES = {
    "converged": ("#009e73", "M-5,-5H5V5H-5Z"),
    "failed": ("#d55e00", "M-5,-5L5,5M5,-5L-5,5"),
    "running": ("#0072b2", "M0,-6L6,5H-6Z"),
    "queued": ("#888888", "M-5,0H5"),
    "pending": ("#bbbbbb", "M-2,0H2"),
}


class Figure:
    """An SVG document."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def spectrum_values(text: str) -> Tuple[List[float], List[float]]:
    """Wavelengths and fluxes of a text whose lines begin with two numbers, as Fortran prints them; other lines are passed over."""
    wavelengths, fluxes = [], []
    for line in text.splitlines():
        fields = line.replace("D", "E").replace("d", "e").split()
        try:
            wavelength, flux = float(fields[0]), float(fields[1])
        except (IndexError, ValueError):
            continue
        wavelengths.append(wavelength)
        fluxes.append(flux)
    return wavelengths, fluxes


def lines(
    curves: Mapping[str, Tuple[Sequence[float], Sequence[float]]], x_title: str, y_title: str
) -> Figure:
    """Curves over each other, each (x values, y values) by its name."""
    x_range = _range(value for xs, _ in curves.values() for value in xs)
    y_range = _range(value for _, ys in curves.values() for value in ys)
    parts = []
    for number, (name, (xs, ys)) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{_place(x, x_range, True):.1f},{_place(y, y_range, False):.1f}" for x, y in zip(xs, ys))
        parts.append(f'<polyline fill="none" stroke="{colour}" points="{path}"><title>{escape(name)}</title></polyline>')
        parts.append(_words(MARGIN + 8, MARGIN - 40 + 14 * number, name, colour))
    return _figure(parts, x_range, y_range, x_title, y_title)


def grid_map(points: Iterable[Mapping[str, object]], x: str = "teff", y: str = "logg") -> Figure:
    """The points of a grid in two of its axes. Points that differ only in others lie over each other, failed ones on top."""
    shown = sorted(points, key=lambda point: point["status"] == "failed")
    x_range, y_range = (_range(point[axis] for point in shown) for axis in (x, y))
    parts = []
    for point in shown:
        colour, shape = STATUSES[str(point["status"])]
        left, top = _place(point[x], x_range, True), _place(point[y], y_range, False)
        parts.append(
            f'<path d="{shape}" transform="translate({left:.1f},{top:.1f})" fill="{colour}" stroke="{colour}" stroke-width="2">'
            f'<title>{escape(str(point["name"]))}: {escape(str(point["status"]))}</title></path>'
        )
    return _figure(parts, x_range, y_range, x, y)


def _range(values: Iterable[float]) -> Tuple[float, float]:
    known = list(values)
    if not known:
        raise ValueError("there is nothing to draw")
    low, high = min(known), max(known)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _place(value: float, limits: Tuple[float, float], is_x: bool) -> float:
    share = (value - limits[0]) / (limits[1] - limits[0])
    return MARGIN + share * (WIDTH - 2 * MARGIN) if is_x else HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)


def _words(left: float, top: float, text: str, colour: str = "#333333", anchor: str = "start") -> str:
    return f'<text x="{left:.1f}" y="{top:.1f}" fill="{colour}" text-anchor="{anchor}" font-size="12">{escape(text)}</text>'


def _figure(parts: List[str], x_range, y_range, x_title: str, y_title: str) -> Figure:
    frame = f'<rect x="{MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT - 2 * MARGIN}" fill="none" stroke="#333333"/>'
    low, high = HEIGHT - MARGIN + 18, WIDTH - MARGIN
    labels = [
        _words(MARGIN, low, f"{x_range[0]:g}", anchor="middle"),
        _words(high, low, f"{x_range[1]:g}", anchor="middle"),
        _words(WIDTH / 2, low + 16, x_title, anchor="middle"),
        _words(MARGIN - 6, HEIGHT - MARGIN, f"{y_range[0]:.4g}", anchor="end"),
        _words(MARGIN - 6, MARGIN, f"{y_range[1]:.4g}", anchor="end"),
        _words(8, MARGIN - 16, y_title),
    ]
    body = "\n".join([frame, *parts, *labels])
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return Figure(f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n{body}\n</svg>\n')
