"""Write tests/unit/formats/files/gml and the GeoPackage with curves by GDAL and the WFS of MapServer, and what they hold
(Debian: python3-gdal, cgi-mapserver).

python3 makers/make_curves_and_gml.py
"""

import json
import os
import subprocess
import tempfile

from osgeo import ogr, osr

ogr.UseExceptions()
folder = os.path.join(os.path.dirname(__file__), "../tests/unit/publisher/files/gml/")
os.makedirs(folder, exist_ok=True)

layers = [
    ("towns", 4326, ogr.wkbPoint, ["POINT (6.96 50.94)", "POINT (-70.5 -33.25)"]),
    ("ways", 25832, ogr.wkbMultiLineString, [
        "MULTILINESTRING ((565000 5933000,565100 5933050),(565200 5933000,565300.25 5933000.5))"]),
    # Northing first by EPSG.
    ("parcels", 31467, ogr.wkbMultiPolygon, [
        "MULTIPOLYGON (((3500000 5500000,3500000 5500100,3500100 5500100,3500100 5500000,3500000 5500000),"
        "(3500020 5500020,3500040 5500020,3500040 5500040,3500020 5500020)),"
        "((3500200 5500000,3500200 5500050,3500250 5500050,3500200 5500000)))"]),
    ("heights", 25832, ogr.wkbPoint25D, ["POINT Z (565000 5933000 12.5)"]),
]
curves = [
    "CIRCULARSTRING (565000 5933000,565200 5933200,565400 5933000)",
    "CIRCULARSTRING (565000 5933000,565010 5932999,565030 5933001,565040 5933030,565000 5933040)",
    "COMPOUNDCURVE ((565000 5933000,565010 5933000),CIRCULARSTRING (565010 5933000,565015 5933005,565010 5933010),"
    "(565010 5933010,565000 5933010))",
    "CIRCULARSTRING (565000 5933000,600000 5934000,635000 5933000)",
    "CIRCULARSTRING (565000 5933000,565004 5933000,565000 5933000)",
]
areas = [
    "CURVEPOLYGON (CIRCULARSTRING (565000 5933000,565100 5933100,565200 5933000,565100 5932900,565000 5933000),"
    "(565080 5933000,565100 5933020,565120 5933000,565080 5933000))",
    "CURVEPOLYGON (COMPOUNDCURVE ((565000 5933000,565000 5933100),CIRCULARSTRING (565000 5933100,565050 5933150,565100 5933100),"
    "(565100 5933100,565100 5933000,565000 5933000)))",
    "MULTISURFACE (CURVEPOLYGON (CIRCULARSTRING (565000 5933000,565100 5933000,565000 5933000)),"
    "((565300 5933000,565300 5933100,565400 5933000,565300 5933000)))",
]


def reference(code):
    made = osr.SpatialReference()
    made.ImportFromEPSG(code)
    made.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return made


def fill(dataset, name, code, kind, texts, options=()):
    layer = dataset.CreateLayer(name, reference(code), kind, list(options))
    for field, type_ in [("name", ogr.OFTString), ("number", ogr.OFTInteger), ("share", ogr.OFTReal), ("day", ogr.OFTDate)]:
        layer.CreateField(ogr.FieldDefn(field, type_))
    for i, text in enumerate(texts):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature["name"] = f"{100 + i}"
        feature["number"] = i
        feature["share"] = i / 4
        feature["day"] = f"2024-02-{i + 1:02d}"
        feature.SetGeometry(ogr.CreateGeometryFromWkt(text))
        layer.CreateFeature(feature)


def paths(geometry):
    """The coordinates of all paths, flat, rings closed."""
    if geometry.GetGeometryCount() > 0:
        return [path for i in range(geometry.GetGeometryCount()) for path in paths(geometry.GetGeometryRef(i))]
    return [[round(value, 4) for i in range(geometry.GetPointCount()) for value in geometry.GetPoint_2D(i)]]


def dataset(path, driver, options):
    if os.path.exists(path):
        os.remove(path)
    return ogr.GetDriverByName(driver).CreateDataSource(path, options)


curve_layers = [("bends", 25832, ogr.wkbCompoundCurve, curves), ("rounds", 25832, ogr.wkbMultiSurface, areas)]
for name, form in [("gdal-2", "GML2"), ("gdal-3.1", "GML3"), ("gdal-3.2", "GML3.2")]:
    made = dataset(f"{folder}{name}.gml", "GML", [f"FORMAT={form}"])
    for layer in layers + (curve_layers if form == "GML3.2" else []):
        fill(made, *layer)
    made = None
    if name != "gdal-3.2":
        os.remove(f"{folder}{name}.xsd")
made = dataset(f"{folder}curves.gpkg", "GPKG", ["ADD_GPKG_OGR_CONTENTS=NO"])
for name, code, kind, texts in curve_layers:
    fill(made, name, code, ogr.wkbUnknown, texts, ["SPATIAL_INDEX=NO"])
made = None

facts = {
    "plain": {name: [paths(ogr.CreateGeometryFromWkt(text)) for text in texts] for name, _, _, texts in layers},
    # Vertices of GDAL every degree, which are on the curves themselves.
    "curves": {
        name: [paths(ogr.CreateGeometryFromWkt(text).GetLinearGeometry(1)) for text in texts]
        for name, _, _, texts in curve_layers
    },
}
with open(f"{folder}facts.txt", "w") as file:
    json.dump(facts, file, separators=(",", ":"))

# What MapServer sends: namespaces, envelopes and references are its own.
metadata = "\n".join(f'"{key}" "{value}"' for key, value in [
    ("wfs_title", "Towns"), ("wfs_onlineresource", "http://localhost/"), ("wfs_srs", "EPSG:31467 EPSG:4326"),
    ("wfs_enable_request", "*")])
parts = "\n".join(
    f"""LAYER NAME "{name}" TYPE {kind} STATUS ON CONNECTIONTYPE OGR CONNECTION "{folder}gdal-3.2.gml" DATA "{name}"
    PROJECTION "init=epsg:{code}" END
    METADATA "wfs_title" "{name}" "gml_include_items" "all" "gml_featureid" "number" "wfs_srs" "EPSG:{code}" END END"""
    for name, kind, code in [("towns", "POINT", 4326), ("parcels", "POLYGON", 31467)])
with tempfile.TemporaryDirectory() as temporary:
    mapfile = os.path.join(temporary, "wfs.map")
    with open(mapfile, "w") as file:
        file.write(f"""MAP NAME "wfs" EXTENT -180 -90 180 90 SIZE 100 100 PROJECTION "init=epsg:4326" END
    WEB METADATA {metadata} END END {parts} END""")
    config = os.path.join(temporary, "mapserver.conf")
    with open(config, "w") as file:
        file.write('CONFIG\n  ENV\n    MS_MAP_PATTERN "."\n  END\nEND\n')
    for version, names in [("1.0.0", "typename"), ("1.1.0", "typename"), ("2.0.0", "typenames")]:
        query = f"map={mapfile}&service=WFS&version={version}&request=GetFeature&{names}=towns,parcels"
        answer = subprocess.run(
            ["mapserv", "-nh", f"QUERY_STRING={query}"], capture_output=True, check=True,
            env={**os.environ, "MAPSERVER_CONFIG_FILE": config}).stdout
        with open(f"{folder}mapserver-{version[:3]}.gml", "wb") as file:
            file.write(answer[answer.index(b"<?xml"):])
os.remove(f"{folder}gdal-3.2.gfs") if os.path.exists(f"{folder}gdal-3.2.gfs") else None
