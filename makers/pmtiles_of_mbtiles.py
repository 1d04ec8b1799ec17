"""Write the tiles of an MBTiles file as PMTiles 3, after its specification and not after our code: a judge for the reader.

python3 makers/pmtiles_of_mbtiles.py X.mbtiles X.pmtiles [entries of a leaf directory, 0 for a root alone]
"""
import gzip
import json
import sqlite3
import struct
import sys


def tile_id(z, x, y):
    n, d, before = 1 << z, 0, sum(4**i for i in range(z))
    s = n // 2
    while s > 0:
        rx, ry = int(x & s > 0), int(y & s > 0)
        d += s * s * ((3 * rx) ^ ry)
        if ry == 0:
            if rx == 1:
                x, y = n - 1 - x, n - 1 - y
            x, y = y, x
        s //= 2
    return before + d


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def directory(entries):
    out, last = [varint(len(entries))], 0
    for entry in entries:
        out.append(varint(entry[0] - last))
        last = entry[0]
    out += [varint(run) for _, run, _, _ in entries] + [varint(length) for _, _, _, length in entries]
    # Every offset is written out, which readers must take as well as the short form.
    out += [varint(offset + 1) for _, _, offset, _ in entries]
    return gzip.compress(b"".join(out), mtime=0)


source, target, leaf_size = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0
database = sqlite3.connect(source)
words = dict(database.execute("SELECT name, value FROM metadata"))
rows = database.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles").fetchall()
tiles = sorted((tile_id(z, x, (1 << z) - 1 - y), bytes(data)) for z, x, y, data in rows)
data, entries = b"", []
for number, content in tiles:
    entries.append((number, 1, len(data), len(content)))
    data += content
leaves = b""
if leaf_size:
    pointers = []
    for start in range(0, len(entries), leaf_size):
        leaf = directory(entries[start : start + leaf_size])
        pointers.append((entries[start][0], 0, len(leaves), len(leaf)))
        leaves += leaf
    root = directory(pointers)
else:
    root = directory(entries)
metadata = gzip.compress(json.dumps({"name": words.get("name"), "description": words.get("description")}).encode(), mtime=0)
kinds = {"pbf": (2, 1), "png": (1, 2), "jpg": (1, 3), "jpeg": (1, 3), "webp": (1, 4)}
packing, kind = kinds[words["format"]]
levels = [z for z, *_ in rows]
places = [127, len(root), 127 + len(root), len(metadata), 127 + len(root) + len(metadata), len(leaves)]
places += [places[4] + len(leaves), len(data), len(tiles), len(entries), len(entries)]
header = b"PMTiles\x03" + struct.pack("<11Q", *places) + bytes([1, 2, packing, kind, min(levels), max(levels)])
header += struct.pack("<4i", -1800000000, -850000000, 1800000000, 850000000) + bytes([0]) + struct.pack("<2i", 0, 0)
with open(target, "wb") as file:
    file.write(header + root + metadata + leaves + data)
