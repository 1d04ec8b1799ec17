#!/usr/bin/env python3
"""Make public/datums.json from the database of PROJ: geodetic datums with their names, the systems on each, and the
operations between them that need no more than parameters or an NTv2 grid.

    python3 makers/datums.py [/usr/share/proj/proj.db]

{
  source:     versions of the data sets,
  datums:     [[datum, geographic system, semi-major axis m, inverse flattening (0: sphere), [name, ...],
                Esri's name of the datum, and of its ellipsoid], ...],
  systems:    [first code, last code, datum, ...] ascending: geographic and projected systems,
  operations: [[code, from datum, to datum, accuracy m or -1, steps], ...] where steps are
                [tx, ty, tz]                             metres
                [tx, ty, tz, rx, ry, rz, s]              and seconds (position vector), parts per million
                [tx, ty, tz, rx, ry, rz, s, px, py, pz]  and the point in metres that is turned about
                [dlon, dlat]                             degrees
                [["grid", 1 or -1], ...]                 files that say the same, -1: the other way round
                {"pipe": [code, -code, ...]}             other operations in order, negative ones backwards
}

Realisations count as their ensemble and a datum with another prime meridian as the one of Greenwich: coordinates between
steps are degrees from Greenwich. Operations that move with time are left out.
"""
import json
import re
import sqlite3
import sys
from collections import defaultdict
from pathlib import Path

database = sqlite3.connect(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/proj/proj.db")
rows = lambda sql, *values: list(database.execute(sql, values))
authorities = ("EPSG", "ESRI")
factor = {(auth, code): value for auth, code, value in rows("SELECT auth_name, code, conv_factor FROM unit_of_measure")}

names, canonical, ellipsoids = {}, {}, {}
by_name = {}
for auth, code, name, meridian, a, unit, rf, b in rows(
    """SELECT d.auth_name, d.code, d.name, d.prime_meridian_code, e.semi_major_axis, e.uom_code, e.inv_flattening,
    e.semi_minor_axis FROM geodetic_datum d JOIN ellipsoid e
    ON e.auth_name = d.ellipsoid_auth_name AND e.code = d.ellipsoid_code
    WHERE d.auth_name IN ('EPSG', 'ESRI') AND e.celestial_body_code IN ('EARTH', 'Earth') ORDER BY d.auth_name, d.code"""
):
    if not isinstance(code, int):
        continue
    metre = factor["EPSG", unit]
    ellipsoids[code] = (a * metre, rf if rf is not None else (a / (a - b) if a != b else 0))
    names[code] = name
    canonical[code] = code
    if meridian == 8901:
        by_name.setdefault(name, code)
for ensemble, member in rows("SELECT ensemble_code, member_code FROM geodetic_datum_ensemble_member"):
    if member in canonical:
        canonical[member] = ensemble
for code, name in names.items():
    bare = re.sub(r" \((?!.*\d)[^)]*\)$", "", name)
    if bare != name and bare in by_name:
        canonical[code] = canonical[by_name[bare]]

crs = {}
geographic = {}
systems = {}
for auth, code, kind, datum, deprecated in rows(
    """SELECT auth_name, code, type, datum_code, deprecated FROM geodetic_crs
    WHERE auth_name IN ('EPSG', 'ESRI') ORDER BY deprecated, auth_name, code"""
):
    if datum not in canonical or not isinstance(code, int):
        continue
    crs[auth, code] = canonical[datum]
    if kind == "geographic 2D":
        systems[code] = canonical[datum]
        if canonical[datum] == datum:
            geographic.setdefault(datum, code)
for auth, code, base_auth, base in rows(
    """SELECT auth_name, code, geodetic_crs_auth_name, geodetic_crs_code FROM projected_crs
    WHERE auth_name IN ('EPSG', 'ESRI') AND geodetic_crs_code IS NOT NULL"""
):
    if (base_auth, base) in crs and isinstance(code, int):
        systems[code] = crs[base_auth, base]


def number(value):
    rounded = round(value, 12)
    return int(rounded) if rounded == int(rounded) else rounded


def helmert():
    """Operations of parameters alone, as steps with position vector signs."""
    for row in rows(
        """SELECT auth_name, code, method_code, source_crs_auth_name, source_crs_code, target_crs_auth_name,
        target_crs_code, accuracy, tx, ty, tz, translation_uom_code, rx, ry, rz, rotation_uom_code,
        scale_difference, scale_difference_uom_code, px, py, pz FROM helmert_transformation
        WHERE auth_name IN ('EPSG', 'ESRI') AND rate_tx IS NULL"""
    ):
        (auth, code, method, sa, s, ta, t, accuracy, tx, ty, tz, metre, rx, ry, rz, turn, scale, part, px, py, pz) = row
        if method in (1065, 1066):
            continue
        values = [v * factor["EPSG", metre] for v in (tx, ty, tz)]
        if rx is not None:
            second = factor["EPSG", 9104]
            sign = -1 if method in (1032, 1038, 9607, 1034, 1039, 9636) else 1
            values += [sign * v * factor["EPSG", turn] / second for v in (rx, ry, rz)]
            values.append(scale * factor["EPSG", part] * 1e6)
            # Two old rows say unity where parts per million are meant.
            if abs(values[-1]) > 10_000:
                continue
        if px is not None:
            values += [px, py, pz]
        yield auth, code, (sa, s), (ta, t), accuracy, [number(v) for v in values]


def degrees(value, unit):
    if unit != 9110:
        return value * factor["EPSG", unit] / factor["EPSG", 9102]
    # Written DDD.MMSSsss.
    whole, part = f"{abs(value):.9f}".split(".")
    size = int(whole) + int(part[:2]) / 60 + int(part[2:]) / 10 ** (len(part) - 4) / 3600
    return -size if value < 0 else size


def meridian(auth, code):
    return degrees(
        *rows(
            """SELECT longitude, m.uom_code FROM geodetic_crs c
            JOIN geodetic_datum d ON d.auth_name = c.datum_auth_name AND d.code = c.datum_code JOIN prime_meridian m
            ON m.auth_name = d.prime_meridian_auth_name AND m.code = d.prime_meridian_code
            WHERE c.auth_name = ? AND c.code = ?""", auth, code
        )[0]
    )


def offsets():
    """Offsets in degrees, less what is between the prime meridians: rotations of longitude nearly vanish."""
    for auth, code, method, sa, s, ta, t, accuracy, first, first_unit, second, second_unit in rows(
        """SELECT auth_name, code, method_code, source_crs_auth_name, source_crs_code, target_crs_auth_name,
        target_crs_code, accuracy, param1_value, param1_uom_code, param2_value, param2_uom_code FROM other_transformation
        WHERE method_code IN (9601, 9619) AND auth_name IN ('EPSG', 'ESRI')"""
    ):
        east = degrees(second, second_unit) if method == 9619 else degrees(first, first_unit)
        north = degrees(first, first_unit) if method == 9619 else 0
        step = [number(round(east - meridian(sa, s) + meridian(ta, t), 10)), number(north)]
        yield auth, code, (sa, s), (ta, t), accuracy, step


def grids():
    """NTv2 by the name of EPSG, of Esri (without the ending) and the old one of PROJ; NADCON by that of its files, for copies
    in the format of NTv2."""
    for auth, code, method, sa, s, ta, t, accuracy, grid, old, inverse in rows(
        """SELECT g.auth_name, g.code, method_code, source_crs_auth_name, source_crs_code, target_crs_auth_name, target_crs_code,
        accuracy, grid_name, old_proj_grid_name, inverse_direction FROM grid_transformation g
        LEFT JOIN grid_alternatives ON original_grid_name = grid_name AND proj_method = 'hgridshift'
        WHERE method_code IN (9615, 9613, 1087) AND auth_name IN ('EPSG', 'ESRI')"""
    ):
        files = []
        if re.search(r"\.(gsb|las)$", grid, re.I):
            files.append([re.sub(r"\.las$", ".gsb", grid.split("/")[-1], flags=re.I), 1])
        if old and old.lower().endswith(".gsb") and old.lower() not in [name.lower() for name, _ in files]:
            files.append([old, -1 if inverse else 1])
        if auth == "ESRI" and method == 9615 and "." not in grid and not files:
            files.append([grid.split("/")[-1] + ".gsb", 1])
        if files:
            yield auth, code, (sa, s), (ta, t), accuracy, files


operations = {}
for auth, code, source, target, accuracy, step in [*helmert(), *offsets(), *grids()]:
    if source in crs and target in crs and crs[source] in geographic and crs[target] in geographic:
        operations[code] = (crs[source], crs[target], accuracy, step)
for auth, code, sa, s, ta, t, accuracy in rows(
    """SELECT auth_name, code, source_crs_auth_name, source_crs_code, target_crs_auth_name, target_crs_code, accuracy
    FROM concatenated_operation WHERE auth_name IN ('EPSG', 'ESRI') ORDER BY code"""
):
    at, pipe = crs.get((sa, s)), []
    for (step,) in rows(
        """SELECT step_code FROM concatenated_operation_step WHERE operation_auth_name = ? AND operation_code = ?
        ORDER BY step_number""", auth, code
    ):
        known = operations.get(step)
        if not known or at not in known[:2]:
            break
        pipe.append(step if known[0] == at else -step)
        at = known[1] if known[0] == at else known[0]
    else:
        if at == crs.get((ta, t)) and at in geographic:
            operations[code] = (crs[sa, s], at, accuracy, {"pipe": pipe})

used = {datum for source, target, *_ in operations.values() for datum in (source, target)} | set(systems.values())
aliases = defaultdict(set)
for table in ("geodetic_datum", "geodetic_crs"):
    kind = " AND type = 'geographic 2D'" if table == "geodetic_crs" else ""
    own = rows(f"SELECT auth_name, code, name FROM {table} WHERE auth_name IN ('EPSG', 'ESRI'){kind}")
    also = rows("SELECT auth_name, code, alt_name FROM alias_name WHERE table_name = ? AND source IN ('EPSG', 'ESRI')", table)
    known = {(auth, code) for auth, code, _ in own}
    for auth, code, name in own + [row for row in also if (row[0], row[1]) in known]:
        datum = canonical.get(code) if table == "geodetic_datum" else crs.get((auth, code))
        if datum:
            aliases[datum].add(re.sub(r"^(gcs|d)_|[^a-z0-9+]", "", name.lower()))
# Esri has datums of its own beside some of the same name in EPSG; a name of two datums on one ellipsoid says nothing.
holders = defaultdict(list)
for datum, some in aliases.items():
    for name in some:
        holders[name].append(datum)


esri = {(table, code): name for table, code, name in rows("SELECT table_name, code, alt_name FROM alias_name WHERE source = 'ESRI' AND auth_name = 'EPSG'")}
bare = lambda name: re.sub(r"[^A-Za-z0-9+-]+", "_", name).strip("_")
esri_datums = {
    code: [
        esri.get(("geodetic_datum", code), name if name.startswith("D_") else "D_" + bare(name)),
        esri.get(("ellipsoid", ellipsoid), bare(ellipsoid_name)),
    ]
    for code, name, ellipsoid, ellipsoid_name in rows(
        """SELECT d.code, d.name, e.code, e.name FROM geodetic_datum d JOIN ellipsoid e ON e.auth_name = d.ellipsoid_auth_name
        AND e.code = d.ellipsoid_code WHERE d.auth_name IN ('EPSG', 'ESRI')"""
    )
}


def is_telling(name, datum):
    others = [one for one in holders[name] if one != datum and ellipsoids[one] == ellipsoids[datum]]
    return re.search("[a-z]", name) and all(datum < 100_000 <= one for one in others)


runs = []
for code in sorted(systems):
    if runs and runs[-1][1] == code - 1 and runs[-1][2] == systems[code]:
        runs[-1][1] = code
    else:
        runs.append([code, code, systems[code]])

version = dict(rows("SELECT key, value FROM metadata"))
table = {
    "source": f"EPSG {version['EPSG.VERSION']}, {version['ESRI.VERSION']}",
    "datums": [
        [datum, geographic[datum], *map(number, ellipsoids[datum]), sorted(n for n in aliases[datum] if is_telling(n, datum)), *esri_datums[datum]]
        for datum in sorted(used)
        if datum in geographic
    ],
    "systems": [value for run in runs for value in run],
    "operations": [
        [code, source, target, -1 if accuracy is None else number(accuracy), step]
        for code, (source, target, accuracy, step) in sorted(operations.items())
    ],
}
lines = lambda some: "[\n" + ",\n".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in some) + "\n]"
path = Path(__file__).resolve().parent.parent / "public" / "datums.json"
path.write_text(
    f'{{"source":{json.dumps(table["source"])},\n"datums":{lines(table["datums"])},\n'
    f'"systems":{json.dumps(table["systems"], separators=(",", ":"))},\n"operations":{lines(table["operations"])}}}\n'
)
print(f"{len(table['datums'])} datums, {len(runs)} runs of systems, {len(operations)} operations, {path.stat().st_size} bytes")
