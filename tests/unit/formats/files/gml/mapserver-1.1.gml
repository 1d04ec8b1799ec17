<?xml version='1.0' encoding="UTF-8" ?>
<wfs:FeatureCollection
   xmlns:ms="http://mapserver.gis.umn.edu/mapserver"
   xmlns:gml="http://www.opengis.net/gml"
   xmlns:wfs="http://www.opengis.net/wfs"
   xmlns:ogc="http://www.opengis.net/ogc"
   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
   xsi:schemaLocation="http://mapserver.gis.umn.edu/mapserver http://localhost/?SERVICE=WFS&amp;VERSION=1.1.0&amp;REQUEST=DescribeFeatureType&amp;TYPENAME=towns,parcels&amp;OUTPUTFORMAT=text/xml;%20subtype=gml/3.1.1  http://www.opengis.net/wfs http://schemas.opengis.net/wfs/1.1.0/wfs.xsd">
      <gml:boundedBy>
      	<gml:Envelope srsName="EPSG:31467">
      		<gml:lowerCorner>-8277931.557219 -3919119.594374</gml:lowerCorner>
      		<gml:upperCorner>5646813.605294 3500250.000000</gml:upperCorner>
      	</gml:Envelope>
      </gml:boundedBy>
    <gml:featureMember>
      <ms:towns gml:id="towns.0">
        <gml:boundedBy>
        	<gml:Envelope srsName="EPSG:31467">
        		<gml:lowerCorner>5646813.605294 3356635.832837</gml:lowerCorner>
        		<gml:upperCorner>5646813.605294 3356635.832837</gml:upperCorner>
        	</gml:Envelope>
        </gml:boundedBy>
        <ms:msGeometry>
          <gml:Point srsName="EPSG:31467">
            <gml:pos>5646813.605294 3356635.832837</gml:pos>
          </gml:Point>
        </ms:msGeometry>
        <ms:gml_id>towns.0</ms:gml_id>
        <ms:name>100</ms:name>
        <ms:number>0</ms:number>
        <ms:share>0</ms:share>
        <ms:day>2024-02-01</ms:day>
      </ms:towns>
    </gml:featureMember>
    <gml:featureMember>
      <ms:towns gml:id="towns.1">
        <gml:boundedBy>
        	<gml:Envelope srsName="EPSG:31467">
        		<gml:lowerCorner>-8277931.557219 -3919119.594374</gml:lowerCorner>
        		<gml:upperCorner>-8277931.557219 -3919119.594374</gml:upperCorner>
        	</gml:Envelope>
        </gml:boundedBy>
        <ms:msGeometry>
          <gml:Point srsName="EPSG:31467">
            <gml:pos>-8277931.557219 -3919119.594374</gml:pos>
          </gml:Point>
        </ms:msGeometry>
        <ms:gml_id>towns.1</ms:gml_id>
        <ms:name>101</ms:name>
        <ms:number>1</ms:number>
        <ms:share>0.25</ms:share>
        <ms:day>2024-02-02</ms:day>
      </ms:towns>
    </gml:featureMember>
    <gml:featureMember>
      <ms:parcels gml:id="parcels.0">
        <gml:boundedBy>
        	<gml:Envelope srsName="EPSG:31467">
        		<gml:lowerCorner>5500000.000000 3500000.000000</gml:lowerCorner>
        		<gml:upperCorner>5500100.000000 3500250.000000</gml:upperCorner>
        	</gml:Envelope>
        </gml:boundedBy>
        <ms:msGeometry>
          <gml:MultiSurface srsName="EPSG:31467">
            <gml:surfaceMember>
              <gml:Polygon>
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
              <gml:Polygon>
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
    </gml:featureMember>
</wfs:FeatureCollection>

