// Java 17 with its own HTTP client: soapstone serve parcels.geojson --run "java Parcels.java"
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class Parcels {
    static final String SERVER = System.getenv("SOAPSTONE_URL");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static String post(String path, String type, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(SERVER + path)).header("Content-Type", type);
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

    static void check(Object expected, Object found) {
        if (!expected.equals(found)) throw new AssertionError(expected + " expected, " + found + " found");
    }

    public static void main(String[] arguments) throws Exception {
        post("__admin/reset", "application/json", "{}");
        check(2, countHouses());

        // A fault on purpose, once.
        post("__admin/rules", "application/json", """
            {"when": {"operation": "QueryFeatureCount", "times": 1},
             "do": {"fault": {"code": "internal", "message": "The database is closed.", "soapCode": "Server"}}}""");
        try {
            countHouses();
            throw new AssertionError("a fault expected");
        } catch (IllegalStateException fault) {
            check("The database is closed.", fault.getMessage());
        }
        check(2, countHouses());
        System.out.println("passed");
    }
}
