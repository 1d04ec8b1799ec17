<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ gdal-2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy><gml:null>missing</gml:null></gml:boundedBy>
                                                                                                                                                                                                                                                                                                
  <gml:featureMember>
    <ogr:towns fid="towns.0">
      <ogr:geometryProperty><gml:Point srsName="EPSG:4326"><gml:coordinates>6.96,50.94</gml:coordinates></gml:Point></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:towns>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:towns fid="towns.1">
      <ogr:geometryProperty><gml:Point srsName="EPSG:4326"><gml:coordinates>-70.5,-33.25</gml:coordinates></gml:Point></ogr:geometryProperty>
      <ogr:name>101</ogr:name>
      <ogr:number>1</ogr:number>
      <ogr:share>0.25</ogr:share>
      <ogr:day>2024-02-02</ogr:day>
    </ogr:towns>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:ways fid="ways.0">
      <ogr:geometryProperty><gml:MultiLineString srsName="EPSG:25832"><gml:lineStringMember><gml:LineString><gml:coordinates>565000,5933000 565100,5933050</gml:coordinates></gml:LineString></gml:lineStringMember><gml:lineStringMember><gml:LineString><gml:coordinates>565200,5933000 565300.25,5933000.5</gml:coordinates></gml:LineString></gml:lineStringMember></gml:MultiLineString></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:ways>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:parcels fid="parcels.0">
      <ogr:geometryProperty><gml:MultiPolygon srsName="EPSG:31467"><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>3500000,5500000 3500000,5500100 3500100,5500100 3500100,5500000 3500000,5500000</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>3500020,5500020 3500040,5500020 3500040,5500040 3500020,5500020</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></gml:polygonMember><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>3500200,5500000 3500200,5500050 3500250,5500050 3500200,5500000</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:parcels>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:heights fid="heights.0">
      <ogr:geometryProperty><gml:Point srsName="EPSG:25832"><gml:coordinates>565000,5933000,12.5</gml:coordinates></gml:Point></ogr:geometryProperty>
      <ogr:name>100</ogr:name>
      <ogr:number>0</ogr:number>
      <ogr:share>0</ogr:share>
      <ogr:day>2024-02-01</ogr:day>
    </ogr:heights>
  </gml:featureMember>
</ogr:FeatureCollection>
