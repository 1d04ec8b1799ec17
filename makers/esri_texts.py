#!/usr/bin/env python3
"""Make tests/unit/geometry/esri-texts.json: texts of coordinate systems as GDAL writes them into .prj files, and where PROJ puts a point.
Rows [code, text, x, y, longitude, latitude] with degrees from Greenwich on the system's own datum.

    python3 makers/esri_texts.py        (pyproj, gdalsrsinfo)
"""
import json
import subprocess
from pathlib import Path

from pyproj import CRS, Transformer
from pyproj.database import query_crs_info
from pyproj.enums import PJType

named = [31370, 3021, 2393, 28992, 31467, 27572, 31287, 5514, 3857, 27700, 2154, 21781, 2056, 32633, 25832, 26915]
named += [4313, 4326, 4314, 4277, 4807, 3844, 2169, 2326, 24200, 3003, 23700, 2100, 2227, 3078, 20790, 5235, 29902]
infos = [one for one in query_crs_info("EPSG", PJType.PROJECTED_CRS) if one.area_of_use]
codes = named + [int(one.code) for one in infos[::45]] + [4123, 4121, 4156, 4289]
rows = []
for code in dict.fromkeys(codes):
    crs = CRS.from_epsg(code)
    area = crs.area_of_use
    if area.west > area.east:
        continue
    text = subprocess.run(["gdalsrsinfo", "-o", "wkt_esri", "--single-line", f"EPSG:{code}"], capture_output=True, text=True).stdout.strip()
    if not text:
        continue
    base = crs.geodetic_crs
    unit = base.axis_info[0].unit_conversion_factor * 57.29577951308232
    east = base.prime_meridian.longitude * base.prime_meridian.unit_conversion_factor * 57.29577951308232
    lon, lat = area.west * 0.55 + area.east * 0.45, area.south * 0.45 + area.north * 0.55
    x, y = Transformer.from_crs(base, crs, always_xy=True).transform((lon - east) / unit, lat / unit)
    if crs.is_geographic:
        x, y = lon - east, lat
    if abs(x) < 1e12:
        rows.append([code, text, round(x, 8 if crs.is_geographic else 4), round(y, 8 if crs.is_geographic else 4), round(lon, 9), round(lat, 9)])
path = Path(__file__).resolve().parent.parent / "tests" / "unit" / "geometry" / "esri-texts.json"
path.write_text("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows) + "\n]\n")
print(f"{len(rows)} texts, {path.stat().st_size} bytes")
