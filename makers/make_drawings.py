"""Write tests/unit/formats/files/dxf with ezdxf and GDAL (Debian: python3-ezdxf, python3-gdal), and what GDAL reads in them.

python3 makers/make_drawings.py
"""

import json
import os
import subprocess
import tempfile

import ezdxf
from osgeo import gdal, ogr

ogr.UseExceptions()
gdal.SetConfigOption("OGR_ARC_STEPSIZE", "3")
folder = os.path.join(os.path.dirname(__file__), "../tests/unit/publisher/files/dxf/")
os.makedirs(folder, exist_ok=True)
east, north = 565000, 5933000


def at(x, y):
    return (east + x, north + y)


def plan():
    document = ezdxf.new("R2010")
    document.header["$INSUNITS"] = 6
    space = document.modelspace()
    tree = document.blocks.new("Tree", base_point=(1, 1))
    tree.add_circle((1, 1), 2, dxfattribs={"layer": "0"})
    tree.add_line((0, 1), (2, 1), dxfattribs={"layer": "Trunks"})
    pair = document.blocks.new("Pair")
    pair.add_blockref("Tree", (0, 0))
    pair.add_blockref("Tree", (10, 0), dxfattribs={"xscale": 2, "yscale": 0.5, "rotation": 30})
    space.add_line(at(0, 0), at(50, 10), dxfattribs={"layer": "Lines"})
    space.add_lwpolyline([(*at(0, 20), 0.5), (*at(20, 20), 0), (*at(30, 30), -1)], format="xyb", close=True,
                         dxfattribs={"layer": "Bulges"})
    space.add_polyline2d([(*at(0, 40), 0, 0, 0.3), (*at(20, 40), 0, 0, 0), (*at(40, 50), 0, 0, 0)], format="xyseb",
                         dxfattribs={"layer": "Bulges"})
    space.add_polyline3d([(*at(0, 60), 1), (*at(10, 65), 2)], dxfattribs={"layer": "Lines"})
    space.add_circle(at(100, 0), 25, dxfattribs={"layer": "Round"})
    space.add_arc(at(100, 60), 15, 300, 45, dxfattribs={"layer": "Round"})
    space.add_arc(at(-100, 60), 15, 300, 45, dxfattribs={"layer": "Mirrored", "extrusion": (0, 0, -1)})
    space.add_ellipse(at(100, 120), (20, 10), 0.4, 0.5, 4, dxfattribs={"layer": "Round"})
    space.add_open_spline([(*at(0, 100), 0), (*at(20, 140), 0), (*at(40, 60), 0), (*at(60, 100), 0), (*at(80, 90), 0)],
                          dxfattribs={"layer": "Splines"})
    space.add_rational_spline([(*at(0, 200), 0), (*at(20, 240), 0), (*at(40, 160), 0), (*at(60, 200), 0)], [1, 5, 1, 1],
                              dxfattribs={"layer": "Splines"})
    space.add_point(at(5, 5), dxfattribs={"layer": "Points", "color": 3})
    space.add_blockref("Pair", at(200, 0), dxfattribs={"layer": "Garden"})
    space.add_blockref("Tree", at(200, 50), dxfattribs={
        "layer": "Garden", "rotation": 90, "xscale": -1, "column_count": 3, "row_count": 2, "column_spacing": 8,
        "row_spacing": 12})
    hatch = space.add_hatch(dxfattribs={"layer": "Areas"})
    hatch.paths.add_polyline_path([at(300, 0), at(340, 0), (*at(340, 40), 0.5), at(300, 40)], is_closed=True)
    edges = hatch.paths.add_edge_path()
    edges.add_arc(at(320, 20), 8, 0, 360)
    other = space.add_hatch(dxfattribs={"layer": "Areas"})
    edges = other.paths.add_edge_path()
    edges.add_line(at(360, 0), at(380, 0))
    edges.add_arc(at(380, 10), 10, 270, 90)
    edges.add_line(at(380, 20), at(360, 20))
    edges.add_arc(at(360, 10), 10, 90, 270, ccw=True)
    space.add_solid([at(400, 0), at(420, 0), at(400, 10), at(420, 10)], dxfattribs={"layer": "Areas"})
    space.add_text("Gerät 5%%d", height=2.5, rotation=30, dxfattribs={"layer": "Names"}).set_placement(at(10, 300))
    space.add_mtext("{\\fArial|b1;Erste} Zeile\\PGr\\U+00F6\\U+00DFe \\S1/2; m", dxfattribs={
        "layer": "Names", "insert": at(20, 300), "char_height": 3})
    marked = document.blocks.new("Marked")
    marked.add_attdef("NUMBER", (0, 0))
    marked.add_point((0, 0))
    reference = space.add_blockref("Marked", at(30, 300), dxfattribs={"layer": "Names"})
    reference.add_attrib("NUMBER", "4711", at(31, 301))
    document.layout("Layout1").add_line((0, 0), (1, 1), dxfattribs={"layer": "Paper"})
    document.saveas(folder + "ezdxf-2010.dxf")


def old_plan():
    document = ezdxf.new("R12")
    space = document.modelspace()
    document.layers.add("Straße")
    space.add_text("Größe", dxfattribs={"layer": "Straße", "insert": at(0, 0), "height": 1})
    space.add_polyline2d([at(0, 0), at(10, 0), at(10, 10)], dxfattribs={"layer": "Straße"})
    document.saveas(folder + "ezdxf-r12.dxf")


def binary_plan():
    document = ezdxf.new("R2000")
    document.modelspace().add_line((0, 0), (1, 1))
    document.saveas(folder + "binary.dxf", fmt="bin")


def gdal_plan():
    with tempfile.TemporaryDirectory() as temporary:
        source = os.path.join(temporary, "a.geojson")
        shapes = [
            {"type": "Point", "coordinates": list(at(0, 0))},
            {"type": "LineString", "coordinates": [list(at(0, 0)), list(at(10, 5)), list(at(20, 0))]},
            {"type": "Polygon", "coordinates": [[list(at(0, 0)), list(at(30, 0)), list(at(30, 30)), list(at(0, 0))],
                                                [list(at(15, 5)), list(at(20, 5)), list(at(20, 10)), list(at(15, 5))]]},
        ]
        features = [{"type": "Feature", "properties": {"Layer": shape["type"]}, "geometry": shape} for shape in shapes]
        with open(source, "w") as file:
            json.dump({"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "EPSG:25832"}},
                       "features": features}, file)
        subprocess.run(["ogr2ogr", "-f", "DXF", folder + "gdal.dxf", source], check=True)


def paths(geometry):
    if geometry.GetGeometryCount() > 0:
        return [path for i in range(geometry.GetGeometryCount()) for path in paths(geometry.GetGeometryRef(i))]
    return [[round(value, 4) for i in range(geometry.GetPointCount()) for value in geometry.GetPoint_2D(i)]]


def facts(name):
    """The paths of lines and areas as GDAL reads them, curves by a vertex every third degree."""
    found = []
    source = ogr.Open(folder + name)
    for feature in source.GetLayer():
        if "Text" not in feature["SubClasses"] and feature["Layer"] != "Paper":
            found += [path for path in paths(feature.GetGeometryRef()) if len(path) > 2]
    return found


plan()
old_plan()
binary_plan()
gdal_plan()
with open(folder + "facts.txt", "w") as file:
    json.dump({name: facts(name) for name in ["ezdxf-2010.dxf", "gdal.dxf"]}, file, separators=(",", ":"))
