#!/usr/bin/env python3
"""Make tests/unit/service/tiff/files/: GeoTIFFs as GDAL writes them in several compressions, types and orders, and values.json with
what GDAL reads of them: for each file and each of its levels the size, and some pixels as [column, row, values of the bands..., mask].

    python3 makers/make_geotiffs.py        (gdal and numpy)
"""
import json
import random
from pathlib import Path

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
folder = Path(__file__).resolve().parent.parent / "tests" / "unit" / "service" / "tiff" / "files"
folder.mkdir(parents=True, exist_ok=True)
wide, high = 203, 141
y, x = numpy.mgrid[0:high, 0:wide]
types = {"uint8": 1, "uint16": 2, "int16": 3, "uint32": 4, "int32": 5, "float32": 6, "float64": 7}
colors = [gdal.GCI_RedBand, gdal.GCI_GreenBand, gdal.GCI_BlueBand, gdal.GCI_AlphaBand]


def make(name, bands, options, driver="COG", overviews=None, code=32632, no_data=None, mask=None, palette=None):
    bands = bands if bands.ndim == 3 else bands[None]
    source = gdal.GetDriverByName("MEM").Create("", wide, high, len(bands), types[str(bands.dtype)])
    if code:
        reference = osr.SpatialReference()
        reference.ImportFromEPSG(code)
        source.SetProjection(reference.ExportToWkt())
    size = 0.001 if code == 4326 else 10
    source.SetGeoTransform((8 if code == 4326 else 500000, size, 0, 50 if code == 4326 else 5500000, 0, -size))
    for i, values in enumerate(bands):
        band = source.GetRasterBand(i + 1)
        band.WriteArray(values)
        if no_data is not None:
            band.SetNoDataValue(no_data)
        if bands.dtype == "uint8" and len(bands) >= 3:
            band.SetColorInterpretation(colors[i])
    if palette:
        table = gdal.ColorTable()
        for value, color in enumerate(palette):
            table.SetColorEntry(value, color)
        source.GetRasterBand(1).SetColorTable(table)
    if mask is not None:
        source.CreateMaskBand(gdal.GMF_PER_DATASET)
        source.GetRasterBand(1).GetMaskBand().WriteArray(mask.astype("uint8") * 255)
    tiles = ["BLOCKSIZE=128"] if driver == "COG" else ["TILED=YES", "BLOCKXSIZE=128", "BLOCKYSIZE=64"]
    path = str(folder / f"{name}.tif")
    written = gdal.GetDriverByName(driver).CreateCopy(path, source, options=(options[1:] if "STRIPS" in options else tiles + options))
    if overviews:
        gdal.SetConfigOption("GDAL_TIFF_OVR_BLOCKSIZE", "64")
        written.BuildOverviews("AVERAGE", overviews)
    written = None


def values_of(path):
    chance = random.Random(5)
    opened = gdal.Open(str(path))
    first = opened.GetRasterBand(1)
    found = []
    for level in range(first.GetOverviewCount() + 1):
        bands = [opened.GetRasterBand(i + 1) for i in range(opened.RasterCount)]
        bands = bands if level == 0 else [band.GetOverview(level - 1) for band in bands]
        width, height = bands[0].XSize, bands[0].YSize
        # The corners, and some between.
        places = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]
        places += [(chance.randrange(width), chance.randrange(height)) for _ in range(40)]
        arrays = [band.ReadAsArray() for band in bands] + [bands[0].GetMaskBand().ReadAsArray()]
        pixels = [[column, row, *[array[row, column].item() for array in arrays]] for column, row in places]
        found.append({"widthPx": width, "heightPx": height, "pixels": pixels})
    return found


rgb = numpy.stack([x * 255 // wide, y * 255 // high, (x + 2 * y) % 256]).astype("uint8")
heights = numpy.round(900 * numpy.sin(x / 40) * numpy.cos(y / 30)).astype("float32")
holed = heights.copy()
holed[40:90, 60:120] = -9999
ring = (x - 100) ** 2 + (y - 70) ** 2 < 60**2

make("rgb-deflate", rgb, ["COMPRESS=DEFLATE", "PREDICTOR=YES"])
make("rgb-jpeg", rgb, ["COMPRESS=JPEG", "QUALITY=95"], mask=ring)
make("rgb-jpeg-plain", rgb, ["COMPRESS=JPEG", "PHOTOMETRIC=RGB", "JPEG_QUALITY=95"], driver="GTiff", overviews=[2])
make("rgb-webp", rgb, ["COMPRESS=WEBP", "QUALITY=100"])
make("rgba-lzw", numpy.concatenate([rgb, (ring * 255)[None].astype("uint8")]), ["COMPRESS=LZW", "PREDICTOR=YES"])
make("heights-lzw", holed, ["COMPRESS=LZW", "PREDICTOR=YES"], code=4326, no_data=-9999)
make("heights-zstd-big", holed.astype("int16"), ["COMPRESS=ZSTD", "PREDICTOR=YES", "BIGTIFF=YES"], no_data=-9999)
make(
    "bands-packbits-motorola", (rgb // 32).astype("uint16") * 8000, ["INTERLEAVE=BAND", "ENDIANNESS=BIG", "COMPRESS=PACKBITS"],
    driver="GTiff", overviews=[2, 4],
)
make(
    "doubles-motorola", heights.astype("float64"), ["ENDIANNESS=BIG", "COMPRESS=DEFLATE", "PREDICTOR=3", "SPARSE_OK=TRUE"],
    driver="GTiff", overviews=[3], mask=ring,
)
make("classes", ((x // 50 + y // 40) % 5).astype("uint8"), ["COMPRESS=LZW", "RESAMPLING=NEAREST"], code=None,
     palette=[(255, 0, 0), (0, 255, 0), (0, 0, 255), (10, 20, 30), (200, 200, 200)])
make("plain-without-overviews", rgb[0], [], driver="GTiff")
make("strips", rgb, ["STRIPS", "COMPRESS=DEFLATE", "PREDICTOR=2"], driver="GTiff")
make("lerc", heights, ["COMPRESS=LERC", "MAX_Z_ERROR=9"])
make("beside", holed.astype("int16"), ["COMPRESS=DEFLATE", "PREDICTOR=2"], driver="GTiff", no_data=-9999)
# As gdaladdo -ro: the file is not changed, and the overviews are in another one.
gdal.SetConfigOption("COMPRESS_OVERVIEW", "DEFLATE")
gdal.SetConfigOption("GDAL_TIFF_OVR_BLOCKSIZE", "64")
gdal.Open(str(folder / "beside.tif"), gdal.GA_ReadOnly).BuildOverviews("AVERAGE", [2, 4])
unread = {"strips", "lerc"}
values = {path.stem: values_of(path) for path in sorted(folder.glob("*.tif")) if path.stem not in unread}
(folder / "values.json").write_text(json.dumps(values, separators=(",", ":")).replace('},{"widthPx"', '},\n{"widthPx"') + "\n")
