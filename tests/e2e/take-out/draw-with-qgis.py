"""Draw the project argv[1] into the file argv[2], the area argv[3], 800 x 400 pixels, and print counts of labels and rows as JSON."""

import json
import sys

from qgis.core import QgsApplication, QgsMapRendererSequentialJob, QgsMapSettings, QgsProject, QgsRectangle
from qgis.PyQt.QtCore import QSize

app = QgsApplication([], False)
app.initQgis()
project = QgsProject.instance()
assert project.read(sys.argv[1]), project.error()
layers = [node.layer() for node in project.layerTreeRoot().findLayers() if node.isVisible()]
settings = QgsMapSettings()
settings.setLayers(layers)
settings.setDestinationCrs(project.crs())
settings.setOutputSize(QSize(800, 400))
settings.setOutputDpi(96)
settings.setBackgroundColor(project.backgroundColor())
settings.setExtent(QgsRectangle(*map(float, sys.argv[3].split(","))))
job = QgsMapRendererSequentialJob(settings)
job.start()
job.waitForFinished()
job.renderedImage().save(sys.argv[2])
print(
    json.dumps(
        {
            "crs": project.crs().authid(),
            "labels": len(job.takeLabelingResults().allLabels()),
            "rows": {layer.name(): sum(1 for _ in layer.getFeatures()) for layer in layers if layer.isValid()},
            "aliases": {layer.name(): layer.attributeAliases() for layer in layers},
            "relations": sorted(one.name() for one in project.relationManager().relations().values()),
        }
    )
)
