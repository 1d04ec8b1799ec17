"""Write areas with holes and several parts, and fields of all kinds, as GeoJSON; the same in every run."""
import json
import math
import random
import sys

random.seed(5)


def ring(x, y, radius, count, is_hole=False):
    angles = [2 * math.pi * k / count for k in range(count)]
    points = [[round(x + radius * math.cos(a), 6), round(y + radius * math.sin(a), 6)] for a in angles]
    points.append(points[0])
    return points[::-1] if is_hole else points


features = []
for i in range(6_000):
    x, y = random.uniform(-10, 30), random.uniform(35, 65)
    radius = random.uniform(0.02, 0.2)
    area = [ring(x, y, radius, random.randint(4, 12))]
    if i % 5 == 0:
        area.append(ring(x, y, radius / 3, 5, True))
    areas = [area, [ring(x + 0.5, y, radius / 2, 4)]] if i % 7 == 0 else [area]
    properties = {
        "n": i,
        "big": 2**40 + i,
        "share": None if i % 13 == 0 else i / 7,
        "name": None if i % 11 == 0 else f"Haus {i} ä€",
        "flag": i % 2 == 0,
        "day": f"2020-{i % 12 + 1:02d}-{i % 28 + 1:02d}",
        "at": f"2021-03-{i % 28 + 1:02d}T{i % 24:02d}:30:15",
    }
    geometry = {"type": "MultiPolygon", "coordinates": areas}
    features.append({"type": "Feature", "properties": properties, "geometry": geometry})
json.dump({"type": "FeatureCollection", "name": "areas", "features": features}, open(sys.argv[1], "w"))
