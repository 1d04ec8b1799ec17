#!/usr/bin/env python3
"""Make tests/unit/geometry/datum-operations.json: what PROJ makes of one point by every operation of public/datums.json that
needs no grid, forwards and, as if it were on the other datum, backwards. Rows [code, longitude, latitude, longitude and
latitude there, longitude and latitude backwards] in degrees from Greenwich.

    python3 makers/datum_operations_reference.py        (pyproj)
"""
import json
import sqlite3
from math import pi
from pathlib import Path

from pyproj import Transformer

top = Path(__file__).resolve().parent.parent
table = json.loads((top / "public" / "datums.json").read_text())
operations = {row[0]: row for row in table["operations"]}
database = sqlite3.connect("/usr/share/proj/proj.db")


def needs_grid(steps):
    if isinstance(steps, dict):
        return any(needs_grid(operations[abs(code)][4]) for code in steps["pipe"])
    return isinstance(steps[0], list)


def ends(code):
    """Authority of the operation, and its two systems."""
    auth, *systems = database.execute(
        """SELECT auth_name, source_crs_auth_name, source_crs_code, target_crs_auth_name, target_crs_code
        FROM coordinate_operation_view WHERE code = ? AND auth_name IN ('EPSG', 'ESRI')""",
        (code,),
    ).fetchone()
    return auth, end(*systems[:2]), end(*systems[2:])


def end(auth, code):
    """Kind, step to geocentric coordinates, degrees of a unit, meridian in degrees, and whether longitude stands first."""
    kind, metre, a, b, rf, unit, first, meridian, meridian_unit, per_unit = database.execute(
        """SELECT c.type, u.conv_factor, e.semi_major_axis, e.semi_minor_axis, e.inv_flattening, x.uom_code, x.orientation,
        m.longitude, m.uom_code, v.conv_factor
        FROM geodetic_crs c JOIN geodetic_datum d ON d.auth_name = c.datum_auth_name AND d.code = c.datum_code
        JOIN ellipsoid e ON e.auth_name = d.ellipsoid_auth_name AND e.code = d.ellipsoid_code
        JOIN unit_of_measure u ON u.auth_name = e.uom_auth_name AND u.code = e.uom_code
        JOIN prime_meridian m ON m.auth_name = d.prime_meridian_auth_name AND m.code = d.prime_meridian_code
        JOIN unit_of_measure v ON v.auth_name = m.uom_auth_name AND v.code = m.uom_code
        JOIN axis x ON x.coordinate_system_auth_name = c.coordinate_system_auth_name
        AND x.coordinate_system_code = c.coordinate_system_code AND x.coordinate_system_order = 1
        WHERE c.auth_name = ? AND c.code = ?""",
        (auth, code),
    ).fetchone()
    shape = f"+a={a * metre} " + (f"+b={b * metre}" if rf is None else f"+rf={rf}" if rf else f"+b={a * metre}")
    east = sexagesimal(meridian) if meridian_unit == 9110 else meridian * per_unit * 180 / pi
    return kind, f"+proj=cart {shape}", 0.9 if unit == 9105 else 1, east, first == "east"


def sexagesimal(value):
    """EPSG writes DDD.MMSSsss."""
    whole, part = f"{abs(value):.9f}".split(".")
    degrees = int(whole) + int(part[:2]) / 60 + int(part[2:]) / 10 ** (len(part) - 4) / 3600
    return -degrees if value < 0 else degrees


def point(code):
    """A point inside the area of use."""
    south, north, west, east = database.execute(
        """SELECT south_lat, north_lat, west_lon, east_lon FROM usage u JOIN extent e ON e.auth_name = u.extent_auth_name
        AND e.code = u.extent_code WHERE u.object_code = ? AND u.object_table_name IN
        ('helmert_transformation', 'other_transformation', 'concatenated_operation', 'grid_transformation')""",
        (code,),
    ).fetchone() or (-60, 70, -120, 120)
    east += 360 if west > east else 0
    lon, lat = west + (east - west) * 0.45, south + (north - south) * 0.55
    return round((lon + 180) % 360 - 180, 3), round(lat, 3)


def geocentric(step):
    return Transformer.from_pipeline(f"+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step {step}")


def system_coordinates(end, lon, lat):
    kind, cart, unit, meridian, is_east = end
    if kind == "geocentric":
        return geocentric(cart).transform(lon, lat, 0)
    x, y = (lon - meridian) / unit, lat / unit
    return [*((x, y) if is_east else (y, x)), *([0] if kind.endswith("3D") else [])]


def from_greenwich(end, coordinates):
    kind, cart, unit, meridian, is_east = end
    if kind == "geocentric":
        return geocentric(cart).transform(*coordinates, direction="INVERSE")[:2]
    x, y = coordinates[:2] if is_east else coordinates[1::-1]
    return x * unit + meridian, y * unit


rows = []
for code, row in sorted(operations.items()):
    if needs_grid(row[4]):
        continue
    auth, source, target = ends(code)
    lon, lat = point(code)
    operation = Transformer.from_pipeline(f"urn:ogc:def:coordinateOperation:{auth}::{code}")
    there = operation.transform(*system_coordinates(source, lon, lat))
    back = operation.transform(*system_coordinates(target, lon, lat), direction="INVERSE")
    found = [*from_greenwich(target, there), *from_greenwich(source, back)]
    rows.append([code, lon, lat, *(round(value, 9) for value in found)])
path = top / "tests" / "unit" / "geometry" / "datum-operations.json"
path.write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
print(f"{len(rows)} operations, {path.stat().st_size} bytes")
