import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { createProtobufWriter, type ProtobufWriter } from '../../../sw/formats/protobuf.ts';

/** Write a message and read it with `pbf`; returns the values of its fields in order. */
function listFields(write: (writer: ProtobufWriter) => void, read: (reader: PbfReader, field: number) => unknown) {
  const writer = createProtobufWriter();
  write(writer);
  const results: [number, unknown][] = [];
  new PbfReader(writer.bytes()).readFields((field, _found, reader) => {
    results.push([field, read(reader!, field)]);
  }, results);
  return results;
}

const unsigned = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 5, 2 ** 45 + 1, 2 ** 53 - 1];
const signed = unsigned.filter((value) => value < 2 ** 52).flatMap((value) => [value, -value - 1]);

test('integers of every length come back, single and packed', () => {
  const single = listFields(
    (writer) => {
      for (const value of unsigned) writer.uint(3, value);
      for (const value of signed) writer.sint(700, value);
    },
    (reader, field) => (field === 3 ? reader.readVarint() : reader.readSVarint()),
  );
  expect(single).toEqual([...unsigned.map((value) => [3, value]), ...signed.map((value) => [700, value])]);
  const packed = listFields(
    (writer) => {
      writer.uints(1, unsigned);
      writer.sints(2, signed);
      writer.uints(3, []);
    },
    (reader, field) => (field === 1 ? reader.readPackedVarint() : reader.readPackedSVarint()),
  );
  expect(packed).toEqual([
    [1, unsigned],
    [2, signed],
  ]);
});

test('texts, fractions and truth come back', () => {
  const texts = ['', 'Zürich', '東京 🗼', 'x'.repeat(127), 'é'.repeat(64), 'long '.repeat(10_000)];
  const actual = listFields(
    (writer) => {
      for (const text of texts) writer.text(1, text);
      writer.float(2, 0.5);
      for (const value of [Math.PI, -0, Number.NaN, 1e300]) writer.double(3, value);
      writer.bool(4, true);
      writer.bool(4, false);
      writer.data(5, Uint8Array.of(1, 2, 3));
    },
    (reader, field) =>
      [
        () => reader.readString(),
        () => reader.readFloat(),
        () => reader.readDouble(),
        () => reader.readBoolean(),
        () => [...reader.readBytes()],
      ][field - 1]!(),
  );
  expect(actual).toEqual([
    ...texts.map((text) => [1, text]),
    [2, 0.5],
    ...[Math.PI, -0, Number.NaN, 1e300].map((value) => [3, value]),
    [4, true],
    [4, false],
    [5, [1, 2, 3]],
  ]);
});

test.each([0, 1, 127, 128, 16_383, 16_384, 2_100_000])('a message of %i bytes is nested in others', (length) => {
  const read = (reader: PbfReader): unknown =>
    reader.readMessage((field, actual: unknown[], inner) => {
      actual.push(field === 1 ? read(inner!) : inner!.readBytes().length);
    }, []);
  const result = listFields(
    (writer) => {
      writer.message(1, () => writer.message(1, () => writer.uints(2, new Uint8Array(length))));
      writer.uint(9, 1);
    },
    (reader, field) => (field === 9 ? reader.readVarint() : read(reader)),
  );
  expect(result).toEqual([
    [1, [length === 0 ? [] : [length]]],
    [9, 1],
  ]);
});
