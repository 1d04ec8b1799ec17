"""Write tests/unit/formats/files/spreadsheet with programs of others: python3-openpyxl, python3-odf and GDAL.

python3 makers/make-spreadsheets.py
"""

import datetime
import json
import os
import subprocess
import tempfile

from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableProperties
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P, S
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

folder = os.path.join(os.path.dirname(__file__), "../tests/unit/publisher/files/spreadsheet/")
os.makedirs(folder, exist_ok=True)


def openpyxl_book(name, is_1904):
    book = Workbook()
    if is_1904:
        book.epoch = CALENDAR_MAC_1904
    sheet = book.active
    sheet.title = "Stations"
    sheet["A1"] = "Gauges of the lower Elbe"
    sheet.merge_cells("A1:G1")
    sheet["A3"], sheet["B3"], sheet["D3"], sheet["E3"], sheet["F3"], sheet["G3"] = (
        "Name", "Position", "Opened", "Read at", "Share", "Manned")
    sheet.merge_cells("A3:A4")
    sheet.merge_cells("B3:C3")
    for column in "DEFG":
        sheet.merge_cells(f"{column}3:{column}4")
    sheet["B4"], sheet["C4"] = "Latitude", "Longitude"
    rows = [
        ("Hamburg", "53,5", 9.97, datetime.date(1904, 3, 1), datetime.time(6, 30), 0.25, True),
        (None, 53.84, 8.9, datetime.datetime(2024, 2, 29, 12, 30, 15), datetime.time(23, 59, 59), 1, False),
        ("007", None, None, None, None, "=1/0", None),
    ]
    for number, row in enumerate(rows, 5):
        for column, value in enumerate(row, 1):
            if value is not None:
                sheet.cell(number, column, value)
    sheet.merge_cells("A5:A6")
    sheet["F5"].number_format = '0%" of days"'
    sheet["D5"].number_format = '[$-407]d. mmmm yyyy;@'
    sheet["F7"] = "#DIV/0!"
    sheet["F7"].data_type = "e"
    book.create_sheet("Empty")
    hidden = book.create_sheet("Codes")
    hidden.sheet_state = "hidden"
    for row in [("code", 2019, 2020), ("a", 1, 2), ("b", 3, 4)]:
        hidden.append(row)
    book.save(folder + name)


def odfpy_book():
    document = OpenDocumentSpreadsheet()
    hidden = Style(name="hidden", family="table")
    hidden.addElement(TableProperties(display="false"))
    document.automaticstyles.addElement(hidden)

    def cell(kind=None, text=None, **more):
        made = TableCell(valuetype=kind, **more) if kind else TableCell(**more)
        if text is not None:
            made.addElement(P(text=text))
        return made

    def row(*cells, **more):
        made = TableRow(**more)
        for one in cells:
            made.addElement(one)
        return made

    stations = Table(name="Stations")
    stations.addElement(row(cell("string", "Gauges", numbercolumnsspanned=4), CoveredTableCell(numbercolumnsrepeated=3)))
    stations.addElement(row(cell(numbercolumnsrepeated=1024), numberrowsrepeated=2))
    stations.addElement(row(*[cell("string", text) for text in ["Name", "E", "N", "Opened", "Manned", "Read at", "Cost"]]))
    spaced = TableCell(valuetype="string")
    paragraph = P(text="St.")
    paragraph.addElement(S(c=2))
    paragraph.addText("Pauli")
    spaced.addElement(paragraph)
    spaced.addElement(P(text="second line"))
    stations.addElement(row(
        spaced, cell("float", "565.000,5", value="565000.5"), cell("float", "5.933.000", value="5933000"),
        cell("date", "01.05.24", datevalue="2024-05-01"), cell("boolean", "WAHR", booleanvalue="true"),
        cell("time", "06:30", timevalue="PT06H30M00S"), cell("currency", "12,50 €", value="12.5", currency="EUR")))
    stations.addElement(row(
        cell("string", "Twin"), cell("float", "1", value="566000"), cell("float", "1", value="5934000"),
        cell(), cell("boolean", "FALSCH", booleanvalue="false"), numberrowsrepeated=2))
    stations.addElement(row(cell(numbercolumnsrepeated=1024), numberrowsrepeated=1048569))
    document.spreadsheet.addElement(stations)
    document.spreadsheet.addElement(Table(name="Empty"))
    codes = Table(name="Codes", stylename=hidden)
    codes.addElement(row(cell("string", "code"), cell("string", "label")))
    codes.addElement(row(cell("string", "01"), cell("string", "one")))
    document.spreadsheet.addElement(codes)
    document.save(folder + "odfpy.ods")


def gdal_books():
    features = [
        {"type": "Feature", "geometry": None, "properties": {
            "name": name, "population": population, "height": height, "founded": founded, "read": read,
            "lat": lat, "lon": lon}}
        for name, population, height, founded, read, lat, lon in [
            ("Köln & Bonn", 1087863, 52.5, "1999-12-31", "2024-05-01T10:20:30", 50.94, 6.96),
            ("Aachen", None, -1.25, None, None, 50.77, 6.08),
        ]
    ]
    with tempfile.TemporaryDirectory() as temporary:
        source = os.path.join(temporary, "towns.geojson")
        with open(source, "w") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
        for driver in ["XLSX", "ODS"]:
            path = folder + "gdal." + driver.lower()
            if os.path.exists(path):
                os.remove(path)
            subprocess.run(["ogr2ogr", "-f", driver, path, source], check=True)


openpyxl_book("openpyxl-1900.xlsx", False)
openpyxl_book("openpyxl-1904.xlsx", True)
odfpy_book()
gdal_books()
