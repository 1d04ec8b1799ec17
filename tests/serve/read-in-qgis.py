"""Read layers in QGIS without a window. Standard input has the kind, provider and data source of each, tab-separated.

Prints a line of JSON for each: features by value for vector layers, painted pixels and the values at a point for rasters.
"""

import json
import os
import sys

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsFeatureRequest,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsPointXY,
    QgsRaster,
    QgsRasterLayer,
    QgsRectangle,
    QgsVectorLayer,
    QgsVectorTileLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

SIZE = QSize(300, 200)


def read_rows(provider, source):
    layer = QgsVectorLayer(source, "rows", provider)
    if not layer.isValid():
        return {"error": layer.error().message()}
    extent = layer.extent()

    def names(request=QgsFeatureRequest()):
        return sorted(feature["PARCEL_ID"] for feature in layer.getFeatures(request))

    return {
        "fields": [field.name() for field in layer.fields()],
        "count": layer.featureCount(),
        "all": len(names()),
        "extent": [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
        "within": names(QgsFeatureRequest(QgsRectangle(0.5, 0.5, 1.5, 1.5))),
        "named": names(QgsFeatureRequest().setFilterExpression("\"PARCEL_ID\" = 'P7'")),
    }


def painted(layer, extent, reference):
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(reference)
    settings.setExtent(extent)
    settings.setOutputSize(SIZE)
    settings.setBackgroundColor(QColor("white"))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    colors = [image.pixelColor(x, y).name() for x in range(0, 300, 5) for y in range(0, 200, 5)]
    return {
        "painted": sum(color != "#ffffff" for color in colors) / len(colors),
        "errors": [error.message for error in job.errors()],
    }


def read_raster(provider, source):
    layer = QgsRasterLayer(source, "map", provider)
    if not layer.isValid():
        return {"error": layer.error().message()}
    answer = {"crs": layer.crs().authid(), **painted(layer, layer.extent(), layer.crs())}
    data = layer.dataProvider()
    if data.capabilities() & data.IdentifyFeature:
        found = data.identify(QgsPointXY(0.5, 0.5), QgsRaster.IdentifyFormatFeature, layer.extent(), 300, 200)
        answer["found"] = [
            feature.attributes() for stores in found.results().values() for store in stores for feature in store.features()
        ]
    return answer


def read_tiles(_, source):
    layer = QgsVectorTileLayer(source, "tiles")
    if not layer.isValid():
        return {"error": layer.error().message()}
    error, has_style = layer.loadDefaultStyle()
    reference = QgsCoordinateReferenceSystem("EPSG:3857")
    return {"style": has_style and error == "", **painted(layer, QgsRectangle(0, 0, 1700000, 1100000), reference)}


application = QgsApplication([], False)
application.initQgis()
readers = {"rows": read_rows, "raster": read_raster, "tiles": read_tiles}
for line in sys.stdin.read().splitlines():
    kind, provider, source = line.split("\t")
    print(json.dumps(readers[kind](provider, source)))
sys.stdout.flush()
# Otherwise QGIS may crash while it cleans up.
os._exit(0)
