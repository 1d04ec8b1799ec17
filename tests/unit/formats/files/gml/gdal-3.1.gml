<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ gdal-3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy><gml:Null /></gml:boundedBy>
                                                                                                                                                                                                                                                                                                                
  <ogr:featureMember>
    <ogr:towns gml:id="towns.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.94 6.96</gml:lowerCorner><gml:upperCorner>50.94 6.96</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>50.94 6.96</gml:pos></gml:Point></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:towns>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:towns gml:id="towns.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>-33.25 -70.5</gml:lowerCorner><gml:upperCorner>-33.25 -70.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>-33.25 -70.5</gml:pos></gml:Point></ogr:geometryProperty>
      <ogr:name>101</ogr:name>
      <ogr:number>1</ogr:number>
      <ogr:share>0.25</ogr:share>
      <ogr:day>2024-02-02</ogr:day>
    </ogr:towns>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:ways gml:id="ways.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000</gml:lowerCorner><gml:upperCorner>565300.25 5933050.0</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:MultiCurve srsName="urn:ogc:def:crs:EPSG::25832"><gml:curveMember><gml:LineString><gml:posList>565000 5933000 565100 5933050</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:LineString><gml:posList>565200 5933000 565300.25 5933000.5</gml:posList></gml:LineString></gml:curveMember></gml:MultiCurve></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:ways>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:parcels gml:id="parcels.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467"><gml:lowerCorner>5500000 3500000</gml:lowerCorner><gml:upperCorner>5500100 3500250</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::31467"><gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>5500000 3500000 5500100 3500000 5500100 3500100 5500000 3500100 5500000 3500000</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>5500020 3500020 5500020 3500040 5500040 3500040 5500020 3500020</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>5500000 3500200 5500050 3500200 5500050 3500250 5500000 3500200</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:parcels>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:heights gml:id="heights.0">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>565000 5933000 12.5</gml:lowerCorner><gml:upperCorner>565000 5933000 12.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:EPSG::25832"><gml:pos>565000 5933000 12.5</gml:pos></gml:Point></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:heights>
  </ogr:featureMember>
</ogr:FeatureCollection>
