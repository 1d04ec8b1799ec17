#!/usr/bin/env python3
"""Make tests/unit/geometry/grids/: a part of BETA2007 around Frankfurt with a finer part in it and one more in that, in both byte
orders, and points.json with what PROJ makes of points by it. Rows [longitude, latitude, longitude and latitude there, longitude and
latitude backwards] in degrees, and the same for EPSG 31467 in `systems`: [x, y, longitude, latitude].

    python3 makers/datum_grid_reference.py        (pyproj, BETA2007.gsb of proj-data)
"""
import json
import random
import struct
from pathlib import Path

from pyproj import Transformer

folder = Path(__file__).resolve().parent.parent / "tests" / "unit" / "geometry" / "grids"
source = Path("/usr/share/proj/BETA2007.gsb").read_bytes()
south, north, east, west, step_y, step_x = (struct.unpack_from("<d", source, (15 + i) * 16 + 8)[0] for i in range(6))
columns = round((west - east) / step_x) + 1
chance = random.Random(7)


def shift(latitude, longitude):
    """Seconds of BETA2007 between its nodes; longitudes are positive to the west."""
    x, y = (longitude - east) / step_x, (latitude - south) / step_y
    column, row = int(x), int(y)

    def node(c, r, i):
        return struct.unpack_from("<f", source, (22 + r * columns + c) * 16 + 4 * i)[0]

    def mean(i):
        low = node(column, row, i) * (1 - x + column) + node(column + 1, row, i) * (x - column)
        high = node(column, row + 1, i) * (1 - x + column) + node(column + 1, row + 1, i) * (x - column)
        return low * (1 - y + row) + high * (y - row)

    return mean(0), mean(1)


def part(order, name, parent, bounds, dy, dx, noise):
    s, n, e, w = bounds
    across, up = round((w - e) / dx) + 1, round((n - s) / dy) + 1
    head = b"SUB_NAME%-8bPARENT  %-8bCREATED 06-11-09UPDATED 06-11-09" % (name, parent)
    for key, value in zip((b"S_LAT", b"N_LAT", b"E_LONG", b"W_LONG", b"LAT_INC", b"LONG_INC"), (*bounds, dy, dx)):
        head += b"%-8b" % key + struct.pack(order + "d", value)
    head += b"GS_COUNT" + struct.pack(order + "i4x", across * up)
    random_part = random.Random(name)
    for row in range(up):
        for column in range(across):
            latitude, longitude = shift(s + row * dy, e + column * dx)
            off = [random_part.uniform(-noise, noise) for _ in range(2)]
            head += struct.pack(order + "4f", latitude + off[0], longitude + off[1], 0, 0)
    return head


def grid(order):
    def count(key, value):
        return b"%-8b" % key + struct.pack(order + "i4x", value)

    head = count(b"NUM_OREC", 11) + count(b"NUM_SREC", 11) + count(b"NUM_FILE", 3) + b"GS_TYPE SECONDS "
    head += source[4 * 16 : 7 * 16]
    for record in range(7, 11):
        head += source[record * 16 : record * 16 + 8] + struct.pack(order + "d", struct.unpack_from("<d", source, record * 16 + 8)[0])
    outer = (178920, 181080, -33000, -29400)
    # The finest stands before the one that holds it, as files may have it.
    parts = [
        part(order, b"CORE", b"INNER", (179820, 180180, -31500, -30900), 90, 150, 0.02),
        part(order, b"DHDN90", b"NONE", outer, 360, 600, 0),
        part(order, b"INNER", b"DHDN90", (179640, 180360, -31800, -30600), 180, 300, 0.01),
    ]
    return head + b"".join(parts) + b"END     " + b"\0" * 8


folder.mkdir(exist_ok=True)
for name, order in (("little-endian.gsb", "<"), ("big-endian.gsb", ">")):
    (folder / name).write_bytes(grid(order))

boxes = [(8.2, 9.1, 49.75, 50.25), (8.53, 8.8, 49.92, 50.08), (8.6, 8.74, 49.965, 50.035)]
some = [(chance.uniform(w, e), chance.uniform(s, n)) for w, e, s, n in boxes for _ in range(50)]
# Backwards PROJ stays in the part that holds the image: near the edges of parts it finds no point that goes there.
edges_x, edges_y = (8.5, 8.8 + 1 / 30, 8.55 + 1 / 30, 8.75), (49.9, 50.1, 49.95, 50.05)
points = [p for p in some if all(abs(p[0] - x) > 0.004 for x in edges_x) and all(abs(p[1] - y) > 0.004 for y in edges_y)]
judged = []
for name in ("little-endian.gsb", "big-endian.gsb"):
    by = Transformer.from_pipeline(
        f"+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step +proj=hgridshift +grids={folder / name} "
        "+step +proj=unitconvert +xy_in=rad +xy_out=deg"
    )
    judged.append([[*point, *by.transform(*point), *by.transform(*point, direction="INVERSE")] for point in points])
assert judged[0] == judged[1]
tm = "+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 +ellps=bessel +units=m"
by = Transformer.from_crs(f"{tm} +nadgrids={folder / 'little-endian.gsb'} +type=crs", "EPSG:4326", always_xy=True)
systems = [[x, y, *by.transform(x, y)] for x, y in ((3475500.0, 5540250.0), (3450100.0, 5520300.0), (3490000.0, 5560000.0))]
rows = ",\n".join(json.dumps([round(value, 12) for value in row]) for row in judged[0])
(folder / "points.json").write_text(f'{{"points": [\n{rows}\n],\n"systems": {json.dumps(systems)}}}\n')
