"""Reads every spectrum of a published grid with the programs of astronomers: python3 read_release.py URL SLUG VERSION

Every warning of astropy or pyvo is an error. Prints a line of JSON for each spectrum: its name and the flux integrals of
the VOTable, the FITS file and the engine's text.
"""

import io
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import warnings

warnings.simplefilter("error")
# Debian's own combination of libraries warns while they are imported.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import numpy
    import pyvo
    from astropy import units
    from astropy.io import fits, votable
    from astropy.table import Table

base, slug, version = sys.argv[1:]
FLUX = units.Unit("erg cm-2 s-1")


def fetch(address):
    with urllib.request.urlopen(address) as answer:
        return answer.read()


def votlint(content):
    """Fails if stilts finds anything to remark."""
    if shutil.which("stilts") is None:
        return
    with tempfile.NamedTemporaryFile(suffix=".vot") as file:
        file.write(content)
        file.flush()
        found = subprocess.run(["stilts", "votlint", file.name], capture_output=True, text=True)
    remarks = (found.stdout + found.stderr).strip()
    if found.returncode != 0 or remarks:
        raise SystemExit(f"stilts votlint: {remarks}")


def integral(wavelengths, fluxes):
    values, wave = fluxes, wavelengths
    area = numpy.sum((values[1:] + values[:-1]) / 2 * (wave[1:] - wave[:-1]))
    return area.to_value(FLUX)


service = f"{base}/vo/{slug}/ssap"
for query in ("?REQUEST=queryData", "?REQUEST=queryData&FORMAT=METADATA", "?TEFF=none", "?MAXREC=1"):
    content = fetch(service + query)
    votable.parse(io.BytesIO(content), verify="exception")
    votlint(content)

axes = json.loads(fetch(f"{base}/releases/{slug}/{version}/files/release.json"))["content"]["axes"]
middle = "&".join(f"{axis.upper()}={(span['min'] + span['max']) / 2}" for axis, span in axes.items())
content = fetch(f"{base}/vo/{slug}/interpolate?{middle}")
votable.parse(io.BytesIO(content), verify="exception")
votlint(content)

results = pyvo.dal.SSAService(service).search(format="all")
by_title = {}
for record in results:
    by_title.setdefault(record["title"], {})[record.format] = record.getdataurl()
for title, addresses in by_title.items():
    content = fetch(addresses["application/x-votable+xml"])
    votlint(content)
    tables = votable.parse(io.BytesIO(content), verify="exception")
    table = tables.get_first_table().to_table(use_names_over_ids=True)
    of_table = integral(table["wavelength"].quantity, table["flux"].quantity)
    with fits.open(io.BytesIO(fetch(addresses["application/fits"])), checksum=True) as file:
        file.verify("exception")
        found = Table.read(file[1])
        of_fits = integral(found["WAVELENGTH"].quantity, found["FLUX"].quantity)
    lines = [line for line in fetch(addresses["text/plain"]).decode().splitlines() if not line.startswith("#")]
    wave, flux = numpy.array([[float(number) for number in line.split()[:2]] for line in lines]).T
    of_text = integral(wave * units.AA, flux * units.Unit("erg cm-2 s-1 Angstrom-1"))
    print(json.dumps({"title": title, "votable": of_table, "fits": of_fits, "text": of_text}))
