<?xml version='1.0' encoding="UTF-8" ?>
<wfs:FeatureCollection
   xmlns:ms="http://mapserver.gis.umn.edu/mapserver"
   xmlns:gml="http://www.opengis.net/gml/3.2"
   xmlns:wfs="http://www.opengis.net/wfs/2.0"
   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
   xsi:schemaLocation="http://mapserver.gis.umn.edu/mapserver http://localhost/?SERVICE=WFS&amp;VERSION=2.0.0&amp;REQUEST=DescribeFeatureType&amp;TYPENAME=towns,parcels&amp;OUTPUTFORMAT=application%2Fgml%2Bxml%3B%20version%3D3.2 http://www.opengis.net/wfs/2.0 http://schemas.opengis.net/wfs/2.0/wfs.xsd http://www.opengis.net/gml/3.2 http://schemas.opengis.net/gml/3.2.1/gml.xsd"
   timeStamp="2026-11-23T09:15:43" numberMatched="3" numberReturned="3">
  <wfs:boundedBy>
  	<gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467">
  		<gml:lowerCorner>-8277931.557219 -3919119.594374</gml:lowerCorner>
  		<gml:upperCorner>5646813.605294 3500250.000000</gml:upperCorner>
  	</gml:Envelope>
  </wfs:boundedBy>
  <wfs:member>
   <wfs:FeatureCollection timeStamp="2026-11-23T09:15:43" numberMatched="2" numberReturned="2">
      <wfs:boundedBy>
      	<gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467">
      		<gml:lowerCorner>-8277931.557219 -3919119.594374</gml:lowerCorner>
      		<gml:upperCorner>5646813.605294 3356635.832837</gml:upperCorner>
      	</gml:Envelope>
      </wfs:boundedBy>
    <wfs:member>
      <ms:towns gml:id="towns.0">
        <gml:boundedBy>
        	<gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467">
        		<gml:lowerCorner>5646813.605294 3356635.832837</gml:lowerCorner>
        		<gml:upperCorner>5646813.605294 3356635.832837</gml:upperCorner>
        	</gml:Envelope>
        </gml:boundedBy>
        <ms:msGeometry>
          <gml:Point gml:id="towns.0.1" srsName="urn:ogc:def:crs:EPSG::31467">
            <gml:pos>5646813.605294 3356635.832837</gml:pos>
          </gml:Point>
        </ms:msGeometry>
        <ms:gml_id>towns.0</ms:gml_id>
        <ms:name>100</ms:name>
        <ms:number>0</ms:number>
        <ms:share>0</ms:share>
        <ms:day>2024-02-01</ms:day>
      </ms:towns>
    </wfs:member>
    <wfs:member>
      <ms:towns gml:id="towns.1">
        <gml:boundedBy>
        	<gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467">
        		<gml:lowerCorner>-8277931.557219 -3919119.594374</gml:lowerCorner>
        		<gml:upperCorner>-8277931.557219 -3919119.594374</gml:upperCorner>
        	</gml:Envelope>
        </gml:boundedBy>
        <ms:msGeometry>
          <gml:Point gml:id="towns.1.1" srsName="urn:ogc:def:crs:EPSG::31467">
            <gml:pos>-8277931.557219 -3919119.594374</gml:pos>
          </gml:Point>
        </ms:msGeometry>
        <ms:gml_id>towns.1</ms:gml_id>
        <ms:name>101</ms:name>
        <ms:number>1</ms:number>
        <ms:share>0.25</ms:share>
        <ms:day>2024-02-02</ms:day>
      </ms:towns>
    </wfs:member>
   </wfs:FeatureCollection>
  </wfs:member>
  <wfs:member>
   <wfs:FeatureCollection timeStamp="2026-11-23T09:15:43" numberMatched="1" numberReturned="1">
      <wfs:boundedBy>
      	<gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467">
      		<gml:lowerCorner>5500000.000000 3500000.000000</gml:lowerCorner>
      		<gml:upperCorner>5500100.000000 3500250.000000</gml:upperCorner>
      	</gml:Envelope>
      </wfs:boundedBy>
    <wfs:member>
      <ms:parcels gml:id="parcels.0">
        <gml:boundedBy>
        	<gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467">
        		<gml:lowerCorner>5500000.000000 3500000.000000</gml:lowerCorner>
        		<gml:upperCorner>5500100.000000 3500250.000000</gml:upperCorner>
        	</gml:Envelope>
        </gml:boundedBy>
        <ms:msGeometry>
          <gml:MultiSurface gml:id="parcels.0.1" srsName="urn:ogc:def:crs:EPSG::31467">
            <gml:surfaceMember>
              <gml:Polygon gml:id="parcels.0.2">
                <gml:exterior>
                  <gml:LinearRing>
                    <gml:posList srsDimension="2">5500000.000000 3500000.000000 5500100.000000 3500000.000000 5500100.000000 3500100.000000 5500000.000000 3500100.000000 5500000.000000 3500000.000000 </gml:posList>
                  </gml:LinearRing>
                </gml:exterior>
                <gml:interior>
                  <gml:LinearRing>
                    <gml:posList srsDimension="2">5500020.000000 3500020.000000 5500020.000000 3500040.000000 5500040.000000 3500040.000000 5500020.000000 3500020.000000 </gml:posList>
                  </gml:LinearRing>
                </gml:interior>
              </gml:Polygon>
            </gml:surfaceMember>
            <gml:surfaceMember>
              <gml:Polygon gml:id="parcels.0.3">
                <gml:exterior>
                  <gml:LinearRing>
                    <gml:posList srsDimension="2">5500000.000000 3500200.000000 5500050.000000 3500200.000000 5500050.000000 3500250.000000 5500000.000000 3500200.000000 </gml:posList>
                  </gml:LinearRing>
                </gml:exterior>
              </gml:Polygon>
            </gml:surfaceMember>
          </gml:MultiSurface>
        </ms:msGeometry>
        <ms:gml_id>parcels.0</ms:gml_id>
        <ms:name>100</ms:name>
        <ms:number>0</ms:number>
        <ms:share>0</ms:share>
        <ms:day>2024-02-01</ms:day>
      </ms:parcels>
    </wfs:member>
   </wfs:FeatureCollection>
  </wfs:member>
</wfs:FeatureCollection>

