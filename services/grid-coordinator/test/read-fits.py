"""Prints what a FITS file with one binary table of doubles holds, as JSON. It shares nothing with the program that wrote it."""

import json
import struct
import sys

BLOCK = 2880


def header(data, at):
    """The cards of the header that begins there, and where what follows it begins."""
    cards = {}
    while True:
        block = data[at : at + BLOCK]
        assert len(block) == BLOCK, "a header ends within a block"
        at += BLOCK
        for start in range(0, BLOCK, 80):
            card = block[start : start + 80].decode("ascii")
            keyword = card[:8].rstrip()
            if keyword == "END":
                assert block[start + 3 :].strip() == b"", "something follows END"
                return cards, at
            assert card[8:10] == "= ", card
            value = card[10:].strip()
            cards[keyword] = value[1 : value.index("'", 1)].rstrip() if value[0] == "'" else value.split("/")[0].strip()


with open(sys.argv[1], "rb") as file:
    data = file.read()
assert len(data) % BLOCK == 0
primary, at = header(data, 0)


def unit_sum(begin, end):
    """The sum of the words in ones' complement, which a valid CHECKSUM makes all ones."""
    total = sum(struct.unpack(f">{(end - begin) // 4}I", data[begin:end]))
    while total >> 32:
        total = (total & 0xFFFFFFFF) + (total >> 32)
    return total


assert unit_sum(0, at) == 0xFFFFFFFF, "CHECKSUM of the primary header"
extension = at
assert (primary["SIMPLE"], primary["NAXIS"]) == ("T", "0")
table, at = header(data, at)
assert (table["XTENSION"], table["BITPIX"], table["PCOUNT"], table["GCOUNT"]) == ("BINTABLE", "8", "0", "1")
rows, width, fields = (int(table[name]) for name in ("NAXIS2", "NAXIS1", "TFIELDS"))
assert all(table[f"TFORM{number}"] == "1D" for number in range(1, fields + 1)) and width == 8 * fields
values = [struct.unpack_from(f">{fields}d", data, at + row * width) for row in range(rows)]
end = at + rows * width
assert unit_sum(extension, len(data)) == 0xFFFFFFFF, "CHECKSUM of the table"
assert unit_sum(at, len(data)) == int(table["DATASUM"]), "DATASUM"
assert data[end:].strip(b"\0") == b"" and len(data) - end < BLOCK
print(json.dumps({"header": table, "rows": values}))
