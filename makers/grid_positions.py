"""Positions in the military grid, in UTM and as degrees with minutes and seconds, by GeographicLib's GeoConvert
(Debian: geographiclib-tools). Writes tests/unit/publish/import/locate/grid-positions.json."""

import json
import random
import subprocess

random.seed(7)
# Zones that are not six degrees wide, the equator, the antimeridian, the last bands.
chosen = [
    (48.137222, 11.575556), (-33.8568, 151.2153), (60.3913, 5.3221), (78.2232, 15.6267), (0.0001, -0.0001),
    (-0.0001, 0.0001), (-79.9, -179.9), (83.9, 179.9), (35.6586, 139.7454), (40.6892, -74.0445),
    (-22.9519, -43.2105), (-54.8019, -68.303), (33.5, 36.3), (5.6, -0.2), (56.5, 3.0), (63.99, 2.99),
]
spread = [(round(random.uniform(-79.9, 83.9), 6), round(random.uniform(-180, 180), 6)) for _ in range(40)]


def convert(text, *options):
    done = subprocess.run(["GeoConvert", *options], input=text + "\n", capture_output=True, text=True, check=True)
    return done.stdout.strip()


rows = []
for latitude, longitude in chosen + spread:
    at = f"{latitude} {longitude}"
    mgrs = convert(at, "-m", "-p", "0")
    middle = [float(value) for value in convert(mgrs, "-g", "-p", "4").split()]
    rows.append({
        "at": [longitude, latitude],
        "mgrs": mgrs,
        "middle": middle[::-1],
        "utm": convert(at, "-u", "-p", "3"),
        "degrees": convert(at, "-d", "-p", "3"),
    })
with open("tests/unit/publish/import/locate/grid-positions.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
