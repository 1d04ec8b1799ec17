"""pytest with zeep: soapstone serve parcels.geojson --run "python3 -m pytest test_parcels.py"."""

import json
import os
import urllib.request

import pytest
import zeep

URL = os.environ["SOAPSTONE_URL"]


def admin(path, method="GET", body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-Soapstone-Admin-Token": os.environ["SOAPSTONE_ADMIN_TOKEN"]}
    with urllib.request.urlopen(urllib.request.Request(f"{URL}__admin{path}", data, headers, method=method)) as answer:
        return json.load(answer)


@pytest.fixture(autouse=True)
def fresh_server():
    admin("/reset", "POST")


@pytest.fixture(scope="session")
def maps():
    return zeep.Client(f"{URL}services/parcels/MapServer?wsdl").service


def test_the_service_has_one_map(maps):
    assert maps.GetMapCount() == 1


def test_a_fault_on_purpose_is_a_soap_fault(maps):
    fault = {"code": "internal", "message": "Unable to complete operation.", "soapCode": "Server"}
    admin("/rules", "POST", {"when": {"operation": "GetMapCount", "times": 1}, "do": {"fault": fault}})
    with pytest.raises(zeep.exceptions.Fault, match="Unable to complete operation."):
        maps.GetMapCount()
    assert maps.GetMapCount() == 1
    assert [one["status"] for one in admin("/requests?operation=GetMapCount")["requests"]] == [500, 200]
