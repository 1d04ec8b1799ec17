#!/usr/bin/env python3
"""Make tests/unit/geometry/system-positions.tsv: a point of every system of public/epsg.json as PROJ sees it
(Debian: python3-pyproj).

    python3 makers/system_positions.py

Columns: code, x, y, longitude and latitude of WGS 84, accuracy of the operation in metres. The operation is the one that
PROJ puts first for the system's area of use of those that need no grid; `-` stands for none, `?` for one of unknown accuracy.
"""

import json
import math
import re
import warnings
from pathlib import Path

from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError
from pyproj.transformer import AreaOfInterest, TransformerGroup

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
TABLE = HERE / "../public/epsg.json"


def system_of(code):
    try:
        system = CRS.from_authority("EPSG", code)
    except CRSError:
        system = CRS.from_authority("ESRI", code)
    return system.sub_crs_list[0] if system.is_compound else system


def point_in(system, west, south, east, north, at):
    x = west + at * ((east - west) % 360 or 360)
    return (x + 180) % 360 - 180, south + (1 - at) * (north - south)


operations = {}


def operation_for(system, area):
    geographic = system.geodetic_crs
    key = ":".join(geographic.to_authority() or [geographic.to_wkt()]), area
    if key not in operations:
        operations[key] = None
        try:
            group = TransformerGroup(
                geographic, "EPSG:4326", True, AreaOfInterest(*area) if area else None, allow_ballpark=False
            )
            operations[key] = next((one for one in group.transformers if "grid" not in one.definition), None)
        except (ProjError, IndexError):
            pass
    return operations[key]


def position(code):
    system = system_of(code)
    area = tuple(system.area_of_use.bounds) if system.area_of_use and system.area_of_use.south >= -90 else None
    operation = operation_for(system, area)
    meridian = system.prime_meridian
    from_greenwich = math.degrees(meridian.longitude * meridian.unit_conversion_factor)
    unit = math.degrees(system.geodetic_crs.axis_info[0].unit_conversion_factor)
    text = system.to_proj4()
    # PROJ writes Esri's sign for coordinates that grow to the west and south, but does not compute it.
    projected = CRS(text.replace("+k=-1 ", "+k=1 +axis=wsu ")) if "+k=-1 " in text else system
    projection = (
        Transformer.from_pipeline("+proj=noop")
        if system.is_geographic
        else Transformer.from_crs(projected.geodetic_crs, projected, always_xy=True)
    )
    # Projections without an area of use are tried near their own origin.
    origin = [float((re.search(rf"\+{key}=(\S+)", text) or [0, 0])[1]) for key in ("lon_0", "lat_0")]
    if zone := re.search(r"\+zone=(\d+)", text):
        origin[0] = int(zone[1]) * 6 - 183
    box = area or (origin[0] - 3, max(-80, origin[1] - 3), origin[0] + 3, min(80, origin[1] + 3))
    for at in (0.4, 0.45, 0.3, 0.2):
        world = point_in(system, *box, at)
        if operation:
            own = operation.transform(*world, direction="INVERSE")
        else:
            own = (world[0] - from_greenwich) / unit, world[1] / unit
        # Metres and feet to a millimetre, degrees and kilometres further.
        digits = 9 if system.is_geographic or system.axis_info[0].unit_conversion_factor > 10 else 3
        x, y = (round(value, digits) for value in projection.transform(*own))
        back = projection.transform(x, y, direction="INVERSE")
        if operation:
            longitude, latitude = operation.transform(*back)
        else:
            longitude, latitude = back[0] * unit + from_greenwich, back[1] * unit
        if abs(latitude - world[1]) < 1e-5 and abs((longitude - world[0] + 180) % 360 - 180) < 1e-5:
            break
    else:
        raise ValueError(f"{code}: no point goes there and back")
    accuracy = "-" if operation is None else "?" if not 0 <= operation.accuracy < 999 else f"{operation.accuracy:g}"
    return f"{code}\t{x:.12g}\t{y:.12g}\t{longitude:.8f}\t{latitude:.8f}\t{accuracy}"


def main():
    lines = []
    for code, *_ in json.loads(TABLE.read_text())["systems"]:
        try:
            lines.append(position(code))
        except (ValueError, ProjError) as error:
            print(error)
    (HERE / "../tests/unit/geometry/system-positions.tsv").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} positions")


if __name__ == "__main__":
    main()
