#!/usr/bin/env python3
"""Make sw/geometry/northing-first.ts, the axis orders of EPSG, from the registry of PROJ (Debian: python3-pyproj).

    python3 makers/northing_first.py

The standards write coordinates in the order of the axes that EPSG says. The systems are those of public/epsg.json.
"""

import json
import warnings
from pathlib import Path

from pyproj import CRS
from pyproj.exceptions import CRSError

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent


def is_northing_first(code):
    """Whether the first coordinate is a latitude or northing, and whether the system is in degrees; None for Esri's codes."""
    try:
        system = CRS.from_authority("EPSG", code)
    except CRSError:
        return None
    if system.is_compound:
        system = system.sub_crs_list[0]
    first = system.axis_info[0].name.lower()
    return first.startswith(("northing", "southing")) or "latitude" in first, system.is_geographic


def ranges(codes, wanted):
    """Write the wanted ones of ascending codes as ranges that hold no others of them."""
    parts, last = [], None
    for code in codes:
        if code not in wanted:
            last = None
        elif last is None:
            parts.append([code, code])
            last = code
        else:
            parts[-1][1] = last = code
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def lines(text, width=110):
    out = [""]
    for word in text.split():
        if len(out[-1]) + len(word) >= width:
            out.append("")
        out[-1] += word + " "
    return " +\n  ".join(f"'{line}'" for line in out)


codes = [row[0] for row in json.loads((HERE / "../public/epsg.json").read_text())["systems"]]
facts = {code: fact for code in codes if (fact := is_northing_first(code)) is not None}
projected = ranges(codes, {code for code, (north, degrees) in facts.items() if north and not degrees})
degrees = ranges(codes, {code for code, (north, degrees) in facts.items() if not north and degrees})
(HERE / "../sw/geometry/northing-first.ts").write_text(
    f"""// Made by makers/northing_first.py.

/** Projected systems of EPSG whose first coordinate is the northing: codes and ranges of codes. */
const northingFirst =
  {lines(projected)};

/** Systems of EPSG in degrees whose first coordinate is the longitude; in all others it is the latitude. */
const longitudeFirst =
  {lines(degrees)};

/** Tell whether the first coordinate of a system of EPSG is its latitude or northing. */
export const isNorthingFirst = (code: number, isInDegrees: boolean): boolean =>
  isInDegrees ? !holds(longitudeFirst, code) : holds(northingFirst, code);

const holds = (ranges: string, code: number): boolean =>
  ranges.split(' ').some((range) => {{
    const [from = Number.NaN, to = from] = range.split('-').map(Number);
    return code >= from && code <= to;
  }});
"""
)
