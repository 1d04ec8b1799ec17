<?xml version='1.0' encoding="UTF-8" ?>
<wfs:FeatureCollection
   xmlns:ms="http://mapserver.gis.umn.edu/mapserver"
   xmlns:wfs="http://www.opengis.net/wfs"
   xmlns:gml="http://www.opengis.net/gml"
   xmlns:ogc="http://www.opengis.net/ogc"
   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
   xsi:schemaLocation="http://www.opengis.net/wfs http://schemas.opengis.net/wfs/1.0.0/WFS-basic.xsd 
                       http://mapserver.gis.umn.edu/mapserver http://localhost/?SERVICE=WFS&amp;VERSION=1.0.0&amp;REQUEST=DescribeFeatureType&amp;TYPENAME=towns,parcels&amp;OUTPUTFORMAT=XMLSCHEMA">
      <gml:boundedBy>
      	<gml:Box srsName="EPSG:31467">
      		<gml:coordinates>3356693.234009,5500000.000000 3500250.000000,5646951.915716</gml:coordinates>
      	</gml:Box>
      </gml:boundedBy>
    <gml:featureMember>
      <ms:towns fid="towns.0">
        <gml:boundedBy>
        	<gml:Box srsName="EPSG:31467">
        		<gml:coordinates>3356693.234009,5646951.915716 3356693.234009,5646951.915716</gml:coordinates>
        	</gml:Box>
        </gml:boundedBy>
        <ms:msGeometry>
        <gml:Point srsName="EPSG:31467">
          <gml:coordinates>3356693.234009,5646951.915716</gml:coordinates>
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
      <ms:parcels fid="parcels.0">
        <gml:boundedBy>
        	<gml:Box srsName="EPSG:31467">
        		<gml:coordinates>3500000.000000,5500000.000000 3500250.000000,5500100.000000</gml:coordinates>
        	</gml:Box>
        </gml:boundedBy>
        <ms:msGeometry>
        <gml:MultiPolygon srsName="EPSG:31467">
        <gml:polygonMember>
          <gml:Polygon>
            <gml:outerBoundaryIs>
              <gml:LinearRing>
                <gml:coordinates>3500000.000000,5500000.000000 3500000.000000,5500100.000000 3500100.000000,5500100.000000 3500100.000000,5500000.000000 3500000.000000,5500000.000000 </gml:coordinates>
              </gml:LinearRing>
            </gml:outerBoundaryIs>
            <gml:innerBoundaryIs>
              <gml:LinearRing>
                <gml:coordinates>3500020.000000,5500020.000000 3500040.000000,5500020.000000 3500040.000000,5500040.000000 3500020.000000,5500020.000000 </gml:coordinates>
              </gml:LinearRing>
            </gml:innerBoundaryIs>
          </gml:Polygon>
        </gml:polygonMember>
        <gml:polygonMember>
          <gml:Polygon>
            <gml:outerBoundaryIs>
              <gml:LinearRing>
                <gml:coordinates>3500200.000000,5500000.000000 3500200.000000,5500050.000000 3500250.000000,5500050.000000 3500200.000000,5500000.000000 </gml:coordinates>
              </gml:LinearRing>
            </gml:outerBoundaryIs>
          </gml:Polygon>
        </gml:polygonMember>
        </gml:MultiPolygon>
        </ms:msGeometry>
        <ms:gml_id>parcels.0</ms:gml_id>
        <ms:name>100</ms:name>
        <ms:number>0</ms:number>
        <ms:share>0</ms:share>
        <ms:day>2024-02-01</ms:day>
      </ms:parcels>
    </gml:featureMember>
</wfs:FeatureCollection>

