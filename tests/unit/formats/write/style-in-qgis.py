"""Open the layer argv[1] in QGIS without a window and print, as JSON, how QGIS draws each of its features.

Prints the symbol color and labels of each feature by ID. Also draws the layer and prints the pixel colors at points.
"""

import json
import os
import sys

from qgis.core import (
    QgsApplication,
    QgsExpression,
    QgsExpressionContext,
    QgsExpressionContextUtils,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsRectangle,
    QgsRenderContext,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

SIZE = 400

application = QgsApplication([], False)
application.initQgis()
layer = QgsVectorLayer(sys.argv[1], "layer", "ogr")
assert layer.isValid(), layer.error().message()
extent = QgsRectangle(0, 0, 10, 10)

renderer = layer.renderer()
context = QgsRenderContext()
rules = [rule for rule in layer.labeling().rootRule().children()] if layer.labelsEnabled() else []


def value_of(text, feature):
    expression = QgsExpression(text)
    assert not expression.hasParserError(), expression.parserErrorString()
    scope = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    scope.setFeature(feature)
    value = expression.evaluate(scope)
    assert not expression.hasEvalError(), expression.evalErrorString()
    return value


def labels_of(feature):
    return [
        str(value_of(rule.settings().fieldName, feature))
        for rule in rules
        if not rule.filterExpression() or value_of(rule.filterExpression(), feature)
    ]


def color_of(feature):
    symbol = renderer.symbolForFeature(feature, context)
    return symbol.color().name() if symbol else None


context.expressionContext().appendScopes(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
renderer.startRender(context, layer.fields())
features = {}
for feature in layer.getFeatures():
    context.expressionContext().setFeature(feature)
    features[feature.id()] = {"color": color_of(feature), "labels": labels_of(feature)}
renderer.stopRender(context)

settings = QgsMapSettings()
settings.setLayers([layer])
settings.setDestinationCrs(layer.crs())
settings.setExtent(extent)
settings.setOutputSize(QSize(SIZE, SIZE))
settings.setBackgroundColor(QColor("white"))
job = QgsMapRendererSequentialJob(settings)
job.start()
job.waitForFinished()
image = job.renderedImage()
for feature in layer.getFeatures():
    if feature.hasGeometry():
        point = feature.geometry().asPoint()
        features[feature.id()]["pixel"] = image.pixelColor(
            int(point.x() * SIZE / 10), int(SIZE - point.y() * SIZE / 10)
        ).name()
print(
    json.dumps(
        {
            "renderer": renderer.type(),
            "legend": [item.label() for item in renderer.legendSymbolItems()],
            "opacity": layer.opacity(),
            "drawnLabels": len(job.takeLabelingResults().allLabels()),
            "errors": [error.message for error in job.errors()],
            "features": features,
        }
    )
)
sys.stdout.flush()
# Without this QGIS may crash while it cleans up.
os._exit(0)
