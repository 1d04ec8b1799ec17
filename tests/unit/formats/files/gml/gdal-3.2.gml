<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ gdal-3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Null /></gml:boundedBy>
                                                                                                                                                                                                                                                                                                                
  <ogr:featureMember>
    <ogr:towns gml:id="towns.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.94 6.96</gml:lowerCorner><gml:upperCorner>50.94 6.96</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="towns.geom.0"><gml:pos>50.94 6.96</gml:pos></gml:Point></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:towns>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:towns gml:id="towns.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>-33.25 -70.5</gml:lowerCorner><gml:upperCorner>-33.25 -70.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="towns.geom.1"><gml:pos>-33.25 -70.5</gml:pos></gml:Point></ogr:geometryProperty>
      <ogr:name>101</ogr:name>
      <ogr:number>1</ogr:number>
      <ogr:share>0.25</ogr:share>
      <ogr:day>2024-02-02</ogr:day>
    </ogr:towns>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:ways gml:id="ways.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000</gml:lowerCorner><gml:upperCorner>565300.25 5933050.0</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:MultiCurve srsName="urn:ogc:def:crs:EPSG::25832" gml:id="ways.geom.0"><gml:curveMember><gml:LineString gml:id="ways.geom.0.0"><gml:posList>565000 5933000 565100 5933050</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:LineString gml:id="ways.geom.0.1"><gml:posList>565200 5933000 565300.25 5933000.5</gml:posList></gml:LineString></gml:curveMember></gml:MultiCurve></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:ways>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:parcels gml:id="parcels.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467"><gml:lowerCorner>5500000 3500000</gml:lowerCorner><gml:upperCorner>5500100 3500250</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::31467" gml:id="parcels.geom.0"><gml:surfaceMember><gml:Polygon gml:id="parcels.geom.0.0"><gml:exterior><gml:LinearRing><gml:posList>5500000 3500000 5500100 3500000 5500100 3500100 5500000 3500100 5500000 3500000</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>5500020 3500020 5500020 3500040 5500040 3500040 5500020 3500020</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon gml:id="parcels.geom.0.1"><gml:exterior><gml:LinearRing><gml:posList>5500000 3500200 5500050 3500200 5500050 3500250 5500000 3500200</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:parcels>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:heights gml:id="heights.0">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000 12.5</gml:lowerCorner><gml:upperCorner>565000 5933000 12.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:EPSG::25832" gml:id="heights.geom.0"><gml:pos>565000 5933000 12.5</gml:pos></gml:Point></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:heights>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:bends gml:id="bends.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000</gml:lowerCorner><gml:upperCorner>565400 5933200</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Curve srsName="urn:ogc:def:crs:EPSG::25832" gml:id="bends.geom.0"><gml:segments><gml:ArcString><gml:posList>565000 5933000 565200 5933200 565400 5933000</gml:posList></gml:ArcString></gml:segments></gml:Curve></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:bends>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:bends gml:id="bends.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000.0 5932998.95792835</gml:lowerCorner><gml:upperCorner>565041.397784442 5933046.5049273</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Curve srsName="urn:ogc:def:crs:EPSG::25832" gml:id="bends.geom.1"><gml:segments><gml:ArcString><gml:posList>565000 5933000 565010 5932999 565030 5933001 565040 5933030 565000 5933040</gml:posList></gml:ArcString></gml:segments></gml:Curve></ogr:geometryProperty>
      <ogr:name>101</ogr:name>
      <ogr:number>1</ogr:number>
      <ogr:share>0.25</ogr:share>
      <ogr:day>2024-02-02</ogr:day>
    </ogr:bends>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:bends gml:id="bends.2">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000</gml:lowerCorner><gml:upperCorner>565015 5933010</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:CompositeCurve srsName="urn:ogc:def:crs:EPSG::25832" gml:id="bends.geom.2"><gml:curveMember><gml:LineString><gml:posList>565000 5933000 565010 5933000</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:Curve><gml:segments><gml:ArcString><gml:posList>565010 5933000 565015 5933005 565010 5933010</gml:posList></gml:ArcString></gml:segments></gml:Curve></gml:curveMember><gml:curveMember><gml:LineString><gml:posList>565010 5933010 565000 5933010</gml:posList></gml:LineString></gml:curveMember></gml:CompositeCurve></ogr:geometryProperty>
      <ogr:name>102</ogr:name>
      <ogr:number>2</ogr:number>
      <ogr:share>0.5</ogr:share>
      <ogr:day>2024-02-03</ogr:day>
    </ogr:bends>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:bends gml:id="bends.3">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000</gml:lowerCorner><gml:upperCorner>635000 5934000</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Curve srsName="urn:ogc:def:crs:EPSG::25832" gml:id="bends.geom.3"><gml:segments><gml:ArcString><gml:posList>565000 5933000 600000 5934000 635000 5933000</gml:posList></gml:ArcString></gml:segments></gml:Curve></ogr:geometryProperty>
      <ogr:name>103</ogr:name>
      <ogr:number>3</ogr:number>
      <ogr:share>0.75</ogr:share>
      <ogr:day>2024-02-04</ogr:day>
    </ogr:bends>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:bends gml:id="bends.4">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5932998</gml:lowerCorner><gml:upperCorner>565004 5933002</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Curve srsName="urn:ogc:def:crs:EPSG::25832" gml:id="bends.geom.4"><gml:segments><gml:Circle><gml:posList>565000 5933000 565002 5933002 565004 5933000</gml:posList></gml:Circle></gml:segments></gml:Curve></ogr:geometryProperty>
      <ogr:name>104</ogr:name>
      <ogr:number>4</ogr:number>
      <ogr:share>1</ogr:share>
      <ogr:day>2024-02-05</ogr:day>
    </ogr:bends>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:rounds gml:id="rounds.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5932900</gml:lowerCorner><gml:upperCorner>565200 5933100</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Polygon srsName="urn:ogc:def:crs:EPSG::25832" gml:id="rounds.geom.0"><gml:exterior><gml:Curve><gml:segments><gml:ArcString><gml:posList>565000 5933000 565100 5933100 565200 5933000 565100 5932900 565000 5933000</gml:posList></gml:ArcString></gml:segments></gml:Curve></gml:exterior><gml:interior><gml:LinearRing><gml:posList>565080 5933000 565100 5933020 565120 5933000 565080 5933000</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:rounds>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:rounds gml:id="rounds.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000</gml:lowerCorner><gml:upperCorner>565100 5933150</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Polygon srsName="urn:ogc:def:crs:EPSG::25832" gml:id="rounds.geom.1"><gml:exterior><gml:CompositeCurve><gml:curveMember><gml:LineString><gml:posList>565000 5933000 565000 5933100</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:Curve><gml:segments><gml:ArcString><gml:posList>565000 5933100 565050 5933150 565100 5933100</gml:posList></gml:ArcString></gml:segments></gml:Curve></gml:curveMember><gml:curveMember><gml:LineString><gml:posList>565100 5933100 565100 5933000 565000 5933000</gml:posList></gml:LineString></gml:curveMember></gml:CompositeCurve></gml:exterior></gml:Polygon></ogr:geometryProperty>
      <ogr:name>101</ogr:name>
      <ogr:number>1</ogr:number>
      <ogr:share>0.25</ogr:share>
      <ogr:day>2024-02-02</ogr:day>
    </ogr:rounds>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:rounds gml:id="rounds.2">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5932950</gml:lowerCorner><gml:upperCorner>565400 5933100</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::25832" gml:id="rounds.geom.2"><gml:surfaceMember><gml:Polygon gml:id="rounds.geom.2.0"><gml:exterior><gml:Curve><gml:segments><gml:Circle><gml:posList>565000 5933000 565050 5933050 565100 5933000</gml:posList></gml:Circle></gml:segments></gml:Curve></gml:exterior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon gml:id="rounds.geom.2.1"><gml:exterior><gml:LinearRing><gml:posList>565300 5933000 565300 5933100 565400 5933000 565300 5933000</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:geometryProperty>
      <ogr:name>102</ogr:name>
      <ogr:number>2</ogr:number>
      <ogr:share>0.5</ogr:share>
      <ogr:day>2024-02-03</ogr:day>
    </ogr:rounds>
  </ogr:featureMember>
</ogr:FeatureCollection>
