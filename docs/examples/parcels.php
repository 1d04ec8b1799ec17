<?php
// Plain PHP with its SOAP extension: soapstone serve parcels.geojson --run "php parcels.php"

$url = getenv('SOAPSTONE_URL');
$maps = new SoapClient("{$url}services/parcels/MapServer?wsdl", ['cache_wsdl' => WSDL_CACHE_NONE]);

function admin(string $path, array $body = []): void
{
    $header = ['Content-Type: application/json', 'X-Soapstone-Admin-Token: ' . getenv('SOAPSTONE_ADMIN_TOKEN')];
    $http = ['method' => 'POST', 'header' => $header, 'content' => json_encode((object) $body)];
    file_get_contents($GLOBALS['url'] . "__admin$path", false, stream_context_create(['http' => $http]));
}

function check(mixed $expected, mixed $found): void
{
    if ($found !== $expected) throw new Exception(var_export($expected, true) . ' expected, ' . var_export($found, true) . ' found');
}

// The program under test.
function countHouses(SoapClient $maps): ?int
{
    $filter = ['WhereClause' => "KIND = 'house'", 'Resolution' => 0];
    try {
        return $maps->QueryFeatureCount(['MapName' => 'parcels', 'LayerID' => 0, 'QueryFilter' => $filter])->Result;
    } catch (SoapFault $fault) {
        error_log("Not counted: {$fault->getMessage()}");
        return null;
    }
}

admin('/reset');
check(2, countHouses($maps));

// A fault on purpose, once.
$fault = ['code' => 'internal', 'message' => 'The database is closed.', 'soapCode' => 'Server'];
admin('/rules', ['when' => ['operation' => 'QueryFeatureCount', 'times' => 1], 'do' => ['fault' => $fault]]);
check(null, countHouses($maps));
check(2, countHouses($maps));
echo "passed\n";
