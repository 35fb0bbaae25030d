"""Tests against a published grid: RELEASE_URL=http://host/releases/slug python3 -m unittest discover packages/python/tests

The spectra of the test's grid are the function `flux` of their parameters.
"""

import os
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
# Debian's own combination of libraries warns while they are imported.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import numpy as np
    from almagest import Grid, OutsideGrid


def flux(teff, logg, wavelength):
    line = 1 - 0.5 * (logg / 6) * np.exp(-(((wavelength - 4010) / 4) ** 2))
    return 1e7 * (teff / 30000) ** 4 * line


class ReadsReleases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.grid = Grid(os.environ["RELEASE_URL"])

    def test_the_newest_version_is_found(self):
        self.assertRegex(self.grid.url, r"/releases/[a-z-]+/1\.0$")
        self.assertEqual(len(self.grid.points), 15)
        self.assertEqual(len(self.grid.spectra), 15)
        self.assertEqual(self.grid.products, [None])

    def test_a_stored_spectrum_is_returned_as_it_is(self):
        spectrum = self.grid.spectrum(teff=30000, logg=5.5)
        self.assertEqual(spectrum.medium, "vacuum")
        self.assertEqual(len(spectrum.points), 1)
        self.assertIsNone(spectrum.error)
        expected = flux(30000, 5.5, spectrum.wavelength.to_value("Angstrom"))
        found = spectrum.flux.to_value("erg cm-2 s-1 Angstrom-1")
        np.testing.assert_allclose(found, expected, rtol=1e-7)

    def test_the_error_of_an_interpolated_spectrum_is_not_underestimated(self):
        for teff, logg in ((31234, 5.1), (33000, 5.75), (38000, 5.5)):
            spectrum = self.grid.spectrum(teff=teff, logg=logg)
            truth = flux(teff, logg, spectrum.wavelength.to_value("Angstrom"))
            off = np.abs(spectrum.flux.value / truth - 1)
            self.assertTrue(np.all(off <= spectrum.error + 1e-7), (teff, logg))
            self.assertEqual(spectrum.not_judged, ())

    def test_parameters_outside_the_grid_are_refused(self):
        for params, message in (
            ({"teff": 20000, "logg": 5}, "teff=20000.0 is outside the grid"),
            ({"teff": 30000}, "give a value for logg"),
            ({"teff": 30000, "logg": 5, "logn": -3}, "logn=-3.0 is outside"),
            ({"teff": 30000, "gravity": 5}, "no axis is named gravity"),
        ):
            with self.assertRaisesRegex(OutsideGrid, message):
                self.grid.spectrum(**params)
        with self.assertRaisesRegex(OutsideGrid, "no product 'uv'"):
            self.grid.spectrum(product="uv", teff=30000, logg=5)

    def test_the_cache_replaces_the_network(self):
        with tempfile.TemporaryDirectory() as folder:
            first = self.grid.interpolator(cache=folder)(teff=31000, logg=5.2)
            offline = Grid(os.environ["RELEASE_URL"])
            offline.spectra
            offline._spectra
            offline._fetch = lambda path: self.fail(f"{path} was fetched again")
            again = offline.interpolator(cache=folder)(teff=31000, logg=5.2)
            np.testing.assert_array_equal(first.flux.value, again.flux.value)

    def test_specutils_gets_a_spectrum(self):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                import specutils  # noqa: F401
        except ImportError:
            self.skipTest("specutils is not installed")
        spectrum = self.grid.spectrum(teff=30000, logg=5).to_specutils()
        self.assertEqual(len(spectrum.flux), len(spectrum.spectral_axis))


if __name__ == "__main__":
    unittest.main()
