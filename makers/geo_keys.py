#!/usr/bin/env python3
"""Make tests/unit/formats/raster/geo-keys.json: GeoTIFFs as GDAL writes them whose keys describe a projection that has no code, and
where GDAL puts their corners. Rows [name, file in base64, [[longitude, latitude, x, y], ...]] with degrees from Greenwich on the system's own datum.

    python3 makers/geo_keys.py        (Debian: python3-gdal)
"""
import base64
import json
from pathlib import Path

from osgeo import gdal, osr

gdal.UseExceptions()
systems = {
    "transverse Mercator": "+proj=tmerc +lat_0=48 +lon_0=11.5 +k=0.99992 +x_0=250000 +y_0=120000 +ellps=bessel",
    "transverse Mercator in feet": "+proj=tmerc +lat_0=36 +lon_0=-100.5 +k=0.9999 +x_0=200000 +y_0=100000 +datum=NAD83 +units=us-ft",
    "transverse Mercator in a unit of its own": "+proj=tmerc +lat_0=36 +lon_0=-100.5 +k=1 +x_0=200000 +y_0=0 +datum=WGS84 +to_meter=12.5",
    "UTM": "+proj=utm +zone=33 +south +ellps=intl",
    "conic of two parallels": "+proj=lcc +lat_0=40 +lon_0=-96 +lat_1=33 +lat_2=44 +x_0=1000 +y_0=2000 +datum=NAD83",
    "conic of one parallel": "+proj=lcc +lat_0=42 +lon_0=12 +lat_1=42 +k_0=0.9997 +x_0=500000 +y_0=1000 +ellps=intl",
    "conic from Paris": "+proj=lcc +lat_0=46.8 +lon_0=0 +lat_1=46.8 +k_0=0.9998 +x_0=500000 +y_0=1000 +ellps=clrk80ign +pm=paris",
    "Albers": "+proj=aea +lat_0=37 +lon_0=-96 +lat_1=29 +lat_2=46 +x_0=100 +y_0=200 +datum=NAD83",
    "Mercator with a scale": "+proj=merc +lon_0=110 +k=0.997 +x_0=3900000 +y_0=900000 +ellps=bessel",
    "Mercator with a parallel": "+proj=merc +lon_0=51 +lat_ts=42 +x_0=100 +y_0=200 +ellps=krass",
    "north pole": "+proj=stere +lat_0=90 +lat_ts=71 +lon_0=-40 +x_0=100 +y_0=200 +datum=WGS84",
    "south pole": "+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=20 +x_0=0 +y_0=0 +datum=WGS84",
    "pole with a scale": "+proj=stere +lat_0=90 +k=0.994 +lon_0=15 +x_0=2000000 +y_0=2000000 +datum=WGS84",
    "double stereographic": "+proj=sterea +lat_0=52.2 +lon_0=5.4 +k=0.9999 +x_0=155000 +y_0=463000 +ellps=bessel",
    "stereographic": "+proj=stere +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass",
    "azimuthal equal area": "+proj=laea +lat_0=50 +lon_0=12 +x_0=4321000 +y_0=3210000 +ellps=GRS80",
    "equidistant cylindrical": "+proj=eqc +lat_ts=30 +lon_0=10 +x_0=100 +y_0=200 +datum=WGS84",
    "equal-area cylindrical": "+proj=cea +lat_ts=25 +lon_0=10 +x_0=100 +y_0=200 +datum=WGS84",
    "sinusoidal": "+proj=sinu +lon_0=10 +x_0=100 +y_0=200 +R=6371007.181",
    "oblique Mercator": "+proj=omerc +lat_0=57 +lonc=-133 +alpha=-36 +gamma=-36 +k=0.9999 +x_0=5000000 +y_0=-5000000 +no_uoff +datum=NAD83",
    "oblique Mercator from the centre": "+proj=omerc +lat_0=4 +lonc=102.25 +alpha=323.0257 +gamma=323.13 +k=0.99984 +x_0=804671 +y_0=0 +ellps=GRS80",
    "Swiss": "+proj=somerc +lat_0=46.95 +lon_0=7.44 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel",
    "polyconic": "+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 +ellps=GRS80",
    "datum with a shift": "+proj=tmerc +lat_0=48 +lon_0=11.5 +k=1 +x_0=250000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7",
    # GeoTIFF has no key for it: GDAL writes Esri's text as a name.
    "Mollweide": "+proj=moll +lon_0=10 +x_0=100 +y_0=200 +datum=WGS84",
    "datum with a code": ("EPSG:31467", "+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3400000 +y_0=0"),
    "degrees": "+proj=longlat +a=6378300 +rf=296",
}
rows = []
for name, text in systems.items():
    system = osr.SpatialReference()
    if isinstance(text, tuple):
        base, text = text
        named = osr.SpatialReference()
        named.SetFromUserInput(base)
        system.SetProjCS("own")
        system.CopyGeogCSFrom(named)
        system.SetTM(0, 9, 1, 3_400_000, 0)
    else:
        system.ImportFromProj4(text + " +no_defs")
    values = dict(part[1:].split("=") for part in text.split() if "=" in part)
    east = 2.33722917 if "pm" in values else 0
    lon = float(values.get("lonc", values.get("lon_0", 15 if "zone" in values else 0)))
    lat = float(values.get("lat_ts", values.get("lat_0", -30)))
    lat = lat * 0.85 if abs(lat) > 85 else lat
    base = system.CloneGeogCS()
    for one in (system, base):
        one.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    back = osr.CoordinateTransformation(system, base)
    there = osr.CoordinateTransformation(base, system)
    x, y, _ = there.TransformPoint(lon + 0.7, lat + 0.4)
    step = 0.5 if system.IsGeographic() else 50_000 / system.GetLinearUnits()
    x, y = (round(v / step) * step for v in (x, y))
    for flavour in ("STANDARD", "ESRI_PE"):
        if flavour == "ESRI_PE" and name not in ("conic of one parallel", "north pole", "Mercator with a parallel", "Albers"):
            continue
        path = "/vsimem/a.tif"
        options = [f"GEOTIFF_KEYS_FLAVOR={flavour}"]
        file = gdal.GetDriverByName("GTiff").Create(path, 2, 2, 1, gdal.GDT_Byte, options)
        file.SetGeoTransform([x, step, 0, y, 0, -step])
        file.SetProjection(system.ExportToWkt())
        del file
        size = gdal.VSIStatL(path).size
        handle = gdal.VSIFOpenL(path, "rb")
        content = bytes(gdal.VSIFReadL(1, size, handle))
        gdal.VSIFCloseL(handle)
        corners = []
        for u, v in ((x, y), (x + 2 * step, y), (x, y - 2 * step), (x + 2 * step, y - 2 * step)):
            a, b, _ = back.TransformPoint(u, v)
            # The way back has fewer terms for some projections: the way there counts.
            u, v, _ = there.TransformPoint(a, b)
            corners.append([round(a + east, 12), round(b, 12), round(u, 9), round(v, 9)])
        title = name + (", Esri" if flavour == "ESRI_PE" else "")
        rows.append([title, base64.b64encode(content).decode(), corners])
path = Path(__file__).resolve().parent.parent / "tests/unit/formats/raster/geo-keys.json"
path.write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
print(f"{len(rows)} files, {path.stat().st_size} bytes")
