// JUnit 4, Java 17 with its own HTTP client: soapstone serve parcels.geojson --run "mvn test", or without Maven
// javac -cp junit4.jar ParcelsTest.java && soapstone serve parcels.geojson --run "java -cp .:junit4.jar:hamcrest.jar org.junit.runner.JUnitCore ParcelsTest"
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;
import org.junit.Before;
import org.junit.Test;

public class ParcelsTest {
    static final String SERVER = System.getenv("SOAPSTONE_URL");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static String post(String path, String type, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(SERVER + path)).header("Content-Type", type)
            .header("X-Soapstone-Admin-Token", System.getenv("SOAPSTONE_ADMIN_TOKEN"));
        return CLIENT.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString()).body();
    }

    /** The program under test. */
    static int countHouses() throws Exception {
        var answer = post("services/parcels/MapServer", "text/xml; charset=utf-8", """
            <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
              <q:QueryFeatureCount xmlns:q="urn:gis:schemas/3.2.0">
                <MapName>parcels</MapName>
                <LayerID>0</LayerID>
                <QueryFilter><WhereClause>KIND = 'house'</WhereClause><Resolution>0</Resolution></QueryFilter>
              </q:QueryFeatureCount>
            </e:Body></e:Envelope>""");
        var fault = Pattern.compile("<faultstring[^>]*>(.*?)</faultstring>").matcher(answer);
        if (fault.find()) throw new IllegalStateException(fault.group(1));
        var count = Pattern.compile("<Result>(\\d+)</Result>").matcher(answer);
        if (!count.find()) throw new IllegalStateException("No count in " + answer);
        return Integer.parseInt(count.group(1));
    }

    @Before
    public void reset() throws Exception {
        post("__admin/reset", "application/json", "{}");
    }

    @Test
    public void countsHouses() throws Exception {
        assertEquals(2, countHouses());
    }

    @Test
    public void saysWhyThereIsNoCount() throws Exception {
        // A fault on purpose, once.
        post("__admin/rules", "application/json", """
            {"when": {"operation": "QueryFeatureCount", "times": 1},
             "do": {"fault": {"code": "internal", "message": "The database is closed.", "soapCode": "Server"}}}""");
        var fault = assertThrows(IllegalStateException.class, ParcelsTest::countHouses);
        assertEquals("The database is closed.", fault.getMessage());
        assertEquals(2, countHouses());
    }
}
