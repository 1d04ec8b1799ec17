#!/usr/bin/env python3
"""Make public/epsg.json, the table of coordinate systems, from the registry of PROJ (Debian: python3-pyproj).

    python3 makers/systems.py

{
  datums:  [PROJ text of the ellipsoid and the shift to WGS 84, with its accuracy in metres where that is known, ...],
  systems: [[code, name, PROJ text of the projection, [west, south, east, north] or null, index of the datum,
             Esri's name where it has one that is not the name with signs and blanks as _], ...] ascending
}

Every geographic, projected and compound system of EPSG and Esri is taken, deprecated ones too, whose projection proj4js
knows; systems-left-out.txt lists the others. Each gets the shift to WGS 84 that PROJ puts first for its area of use and that needs no grid.
"""

import json
import re
import sqlite3
import warnings
from pathlib import Path

import numpy as np
import pyproj
from pyproj import CRS
from pyproj.exceptions import ProjError
from pyproj.transformer import AreaOfInterest, TransformerGroup

warnings.filterwarnings("ignore")
TABLE = Path(__file__).parent / "../public/epsg.json"

PROJECTIONS = (
    "aea aeqd bonne cass cea eck6 eqc eqdc eqearth geos gnom gstmerc krovak laea lcc longlat merc mill moll nzmg omerc "
    "ortho poly qsc robin sinu somerc stere sterea tmerc utm vandg"
).split()

# NAD27 spans a continent and no shift is good for all of it: that of the contiguous USA, where most of its data lie.
PREFERRED = {"EPSG:4267": "NAD27 to WGS 84 (4)"}

# Names of ellipsoids that proj4js does not know, and silently takes for WGS 84.
UNNAMED_ELLIPSOIDS = {"+ellps=GSK2011": "+a=6378136.5 +rf=298.2564151", "+ellps=WGS72": "+a=6378135 +rf=298.26"}

# Left out, though PROJ has a text for it, and why.
LEFT_OUT = {
    "EPSG:6996": "the registry has a wrong scale for it, and another number in its place",
    "EPSG:6997": "the registry has a wrong scale for it, and another number in its place",
    "ESRI:53025": "PROJ does not compute it",
    "ESRI:54025": "PROJ does not compute it",
    "ESRI:54028": "the series of proj4js does not reach around the world",
}


def number(text):
    value = float(text)
    return int(value) if value == int(value) else value


def arguments(step):
    return dict(part.split("=", 1) for part in step.split() if "=" in part)


def rotation_signs(step):
    """Position vector is what +towgs84 means; coordinate frame turns the other way."""
    return -1 if step.get("convention") == "coordinate_frame" else 1


def helmert(pipeline):
    """Add up the shifts of a pipeline: seven numbers as +towgs84 wants them; None where it does anything else."""
    total = [0.0] * 7
    for text in re.split(r"\bstep\b", pipeline):
        step = arguments(text)
        name = step["proj"]
        if name in ("pipeline", "noop", "unitconvert", "push", "pop", "cart", "longlat", "axisswap"):
            continue
        if name not in ("helmert", "molobadekas") or "dx" in step or "t_epoch" in step:
            return None
        sign = rotation_signs(step)
        values = [float(step.get(key, 0)) for key in ("x", "y", "z", "rx", "ry", "rz", "s")]
        values[3:6] = [sign * value for value in values[3:6]]
        if name == "molobadekas":
            values[:3] = at_origin(values, [float(step[key]) for key in ("px", "py", "pz")])
        way = -1 if re.search(r"\binv\b", text) else 1
        total = [so_far + way * value for so_far, value in zip(total, values)]
    return total


def at_origin(values, pivot):
    """Translation of the same movement when it turns about the centre of the earth and not about a pivot."""
    x, y, z = pivot
    second = 3.14159265358979 / 180 / 3600
    rx, ry, rz = (value * second for value in values[3:6])
    scale = 1 + values[6] * 1e-6
    turned = (x - rz * y + ry * z, rz * x + y - rx * z, -ry * x + rx * y + z)
    return [t + p - scale * q for t, p, q in zip(values[:3], pivot, turned)]


def geocentric(ellipsoid, degrees):
    longitude, latitude = np.radians(degrees)
    a, b = ellipsoid.semi_major_metre, ellipsoid.semi_minor_metre
    n = a * a / np.hypot(a * np.cos(latitude), b * np.sin(latitude))
    across = n * np.cos(latitude)
    return np.array([across * np.cos(longitude), across * np.sin(longitude), (b / a) ** 2 * n * np.sin(latitude)])


def design(points):
    """What each of the seven numbers of +towgs84 does to geocentric points."""
    x, y, z = points
    none, one = np.zeros_like(x), np.ones_like(x)
    second = np.pi / 180 / 3600
    columns = [
        (one, none, none), (none, one, none), (none, none, one),
        (none, -z * second, y * second), (z * second, none, -x * second), (-y * second, x * second, none),
        (x * 1e-6, y * 1e-6, z * 1e-6),
    ]  # fmt: skip
    return np.array([np.concatenate(column) for column in columns]).T


WGS84 = CRS("EPSG:4326").ellipsoid


def shift_of(geographic, operation, area):
    """The numbers of +towgs84 for an operation: its own where they do what it does, else six that come nearest in the area."""
    west, south, east, north = area or (-10, -10, 10, 10)
    steps = np.linspace(0.1, 0.9, 5)
    longitudes, latitudes = np.meshgrid(west + steps * ((east - west) % 360 or 360), south + steps * (north - south))
    world = np.array([(longitudes.ravel() + 180) % 360 - 180, latitudes.ravel()])
    own = np.array(operation.transform(*world, direction="INVERSE"))
    own = np.degrees(own * geographic.axis_info[0].unit_conversion_factor)
    meridian = geographic.prime_meridian
    own[0] += np.degrees(meridian.longitude * meridian.unit_conversion_factor)
    before, after = geocentric(geographic.ellipsoid, own), geocentric(WGS84, world)
    # Heights are not moved along, as both ends lie on their ellipsoids: what counts is the way along the ground.
    longitude, latitude = np.radians(world)
    up = np.array([np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)])

    def level(movement):
        parts = movement.reshape(3, -1)
        return (parts - up * (parts * up).sum(axis=0)).ravel()

    matrix = np.array([level(column) for column in design(before).T]).T
    wanted = level(after - before)

    def off(numbers):
        return np.abs(matrix @ numbers - wanted).max()

    numbers = helmert(operation.definition)
    if numbers is not None and off(np.array(numbers)) < 0.2:
        return numbers
    for count in (3, 6):
        fitted = np.zeros(7)
        fitted[:count] = np.linalg.lstsq(matrix[:, :count], wanted, rcond=None)[0]
        if off(fitted) < 0.5:
            return list(fitted)
    return None


found = {}


def best_shift(system, area):
    """The shift that PROJ puts first for an area without any grid: (numbers, accuracy in metres), None where none is known."""
    geographic = system.geodetic_crs
    key = (":".join(geographic.to_authority() or [geographic.to_wkt()]), area)
    if key not in found:
        found[key] = search(geographic, area, PREFERRED.get(":".join(system.to_authority() or [])))
    return found[key]


def search(geographic, area, preferred):
    try:
        operations = TransformerGroup(
            geographic,
            "EPSG:4326",
            always_xy=True,
            area_of_interest=AreaOfInterest(*area) if area else None,
            allow_ballpark=False,
        ).transformers
    except (ProjError, IndexError):
        return None  # An operation that depends on time or on files that are not there, and no other.
    for operation in operations:
        if "grid" in operation.definition or preferred and preferred not in operation.description:
            continue
        numbers = shift_of(geographic, operation, area)
        if numbers is None:
            print(f"not a shift: {geographic.name} {area} {operation.description}")
        else:
            return numbers, operation.accuracy
    return None


def shift_text(shift):
    if shift is None:
        return ""
    numbers, accuracy = shift
    shown = [f"{value:.10g}".replace("-0", "0") if value == 0 else f"{value:.10g}" for value in numbers]
    if not any(numbers[3:]):
        shown = shown[:3]
    return f" +towgs84={','.join(shown)}" + (f" +accuracy={accuracy:g}" if 0 <= accuracy < 999 else "")


def split_text(text):
    """Part a PROJ text into the projection and the ellipsoid."""
    text = text.replace("+k=-1 ", "+k=1 +axis=wsu ")  # As Esri writes coordinates that grow to the west and south.
    text = re.sub(r"\s*\+(type=crs|no_defs|wktext|vunits=\S+|geoidgrids=\S+|towgs84=\S+)", "", text)
    text = text.replace("+datum=NAD27", "+ellps=clrk66").replace("+datum=NAD83", "+ellps=GRS80")
    ellipsoid = " ".join(re.findall(r"\+(?:datum|ellps|a|b|rf|R)=\S+", text))
    return re.sub(r"\s*\+(?:datum|ellps|a|b|rf|R)=\S+", "", text).strip(), ellipsoid


def with_axes(datum):
    """The text of a datum without a name that proj4js does not know."""
    for name, axes in UNNAMED_ELLIPSOIDS.items():
        datum = datum.replace(name, axes)
    return datum


def in_degrees(system):
    return not system.is_geographic or all(abs(axis.unit_conversion_factor - 0.017453292519943295) < 1e-12 for axis in system.axis_info[:2])


def esri_names(registry):
    """Names of Esri for systems of EPSG by their number, without those that follow from the name of EPSG."""
    found = registry.execute(
        """SELECT s.code, s.name, a.alt_name FROM alias_name a
        JOIN (SELECT 'geodetic_crs' AS kind, auth_name, code, name FROM geodetic_crs
              UNION SELECT 'projected_crs', auth_name, code, name FROM projected_crs) s
        ON kind = table_name AND s.code = a.code AND s.auth_name = a.auth_name
        WHERE a.source = 'ESRI' AND a.auth_name = 'EPSG'"""
    )
    return {int(code): other for code, name, other in found if other != re.sub(r"[^A-Za-z0-9+-]+", "_", name).strip("_")}


def row(authority, code):
    """A row, or the reason why there is none."""
    system = CRS.from_authority(authority, code)
    if system.is_compound:
        system = system.sub_crs_list[0]
    if f"{authority}:{code}" in LEFT_OUT:
        return LEFT_OUT[f"{authority}:{code}"]
    text = system.to_proj4()
    projection = re.search(r"\+proj=(\w+)", text or "")
    if not projection:
        return "PROJ has no text for it"
    if projection[1] not in PROJECTIONS:
        return f"proj4js does not know +proj={projection[1]}"
    if not in_degrees(system):
        return "its coordinates are not in degrees"
    area = system.area_of_use and tuple(system.area_of_use.bounds)
    if area and area[1] < -90:
        area = None  # Not known.
    # PROJ drops the axes of some projections from its texts.
    axes = "".join(axis.direction[0] for axis in system.axis_info[:2])
    if axes in ("sw", "ws") and "+axis" not in text:
        text = text.replace(projection[0], f"{projection[0]} +axis={axes}u")
    projected, ellipsoid = split_text(text)
    if "@null" in projected:
        datum = ellipsoid  # WGS 84 on purpose taken for a sphere.
    elif "+R_A" in projected and ellipsoid == "+datum=WGS84":
        projected, datum = projected.replace(" +R_A", ""), "+R=6371007.180918474 +accuracy=0"  # proj4js does not know it.
    elif ellipsoid == "+datum=WGS84":
        datum = ellipsoid
    else:
        datum = ellipsoid + shift_text(best_shift(system, area))
    return [code, CRS.from_authority(authority, code).name, projected, area and list(map(number, map("{:.2f}".format, area))), datum]


def main():
    registry = sqlite3.connect(Path(pyproj.datadir.get_data_dir()) / "proj.db")
    listed = registry.execute(
        "SELECT auth_name, code FROM crs_view WHERE auth_name IN ('EPSG', 'ESRI') AND "
        "type IN ('geographic 2D', 'geographic 3D', 'projected', 'compound') ORDER BY auth_name DESC"
    ).fetchall()
    rows, reasons = {}, {}
    for authority, code in listed:
        made = row(authority, int(code))
        if isinstance(made, str):
            reasons.setdefault(made, []).append(f"{authority}:{code}")
        else:
            rows[int(code)] = made  # EPSG comes after Esri, and wins where both have a number.
    datums = sorted({made[4] for made in rows.values()})
    index = {datum: position for position, datum in enumerate(datums)}
    names = esri_names(registry)
    lines = [
        json.dumps(made[:4] + [index[made[4]]] + [names[code]] * (code in names and code < 32768), ensure_ascii=False, separators=(",", ":"))
        for code, made in sorted(rows.items())
    ]
    TABLE.write_text(
        '{"datums":[\n' + ",\n".join(json.dumps(with_axes(datum)) for datum in datums) + '\n],"systems":[\n' + ",\n".join(lines) + "\n]}\n"
    )
    print(f"{len(rows)} systems, {len(datums)} datums")
    left_out = [f"{reason}: {' '.join(codes)}\n" for reason, codes in sorted(reasons.items())]
    (TABLE.parent / "../makers/systems-left-out.txt").write_text("".join(left_out))


if __name__ == "__main__":
    main()
