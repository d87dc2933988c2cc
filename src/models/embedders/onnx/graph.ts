/** What goes into and comes out of an ONNX model? Read from its file, without running it. */

/** One tensor at the border of a graph. */
export interface GraphValue {
  readonly name: string;
  /** ONNX element type: 1 is float32, 7 is int64. */
  readonly elementType: number;
  /** Null for a size that is only known at run time. */
  readonly shape: readonly (number | null)[];
}

export interface GraphBorder {
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
}

/** The bytes are no ONNX model; the message says why, to be put after the file's name. */
export class GraphFormatError extends Error {
  override readonly name = 'GraphFormatError';
}

interface Field {
  readonly number: number;
  /** Value of a number field, else 0. */
  readonly value: number;
  /** Content of a nested field, else empty. */
  readonly bytes: Uint8Array;
}

/** Field numbers of onnx.proto (github.com/onnx/onnx, stable since its first version). */
const MODEL_GRAPH = 7;
const GRAPH = { initializer: 5, input: 11, output: 12 };
const INITIALIZER_NAME = 8;

/** @throws GraphFormatError when the bytes are not an ONNX model, or are cut off. */
export function readGraphBorder(bytes: Uint8Array): GraphBorder {
  const graph = nested(bytes, MODEL_GRAPH).at(-1);
  if (graph === undefined) throw new GraphFormatError('holds no ONNX graph');
  const inputs: GraphValue[] = [];
  const outputs: GraphValue[] = [];
  const weights = new Set<string>();
  for (const field of fieldsOf(graph)) {
    if (field.number === GRAPH.input) inputs.push(readValue(field.bytes));
    if (field.number === GRAPH.output) outputs.push(readValue(field.bytes));
    if (field.number === GRAPH.initializer) weights.add(textOf(field.bytes, INITIALIZER_NAME));
  }
  // Old exporters list the weights among the inputs.
  return { inputs: inputs.filter(({ name }) => !weights.has(name)), outputs };
}

/** ValueInfoProto: name = 1, type = 2; TypeProto: tensor_type = 1; tensor: elem_type = 1, shape = 2. */
function readValue(bytes: Uint8Array): GraphValue {
  const tensor = nested(bytes, 2)
    .flatMap((type) => nested(type, 1))
    .at(-1);
  const fields = tensor === undefined ? [] : fieldsOf(tensor);
  const shape = fields.find((field) => field.number === 2)?.bytes;
  return {
    name: textOf(bytes, 1),
    elementType: fields.find((field) => field.number === 1)?.value ?? 0,
    shape: shape === undefined ? [] : nested(shape, 1).map(fixedSize),
  };
}

/** TensorShapeProto.Dimension: dim_value = 1. */
function fixedSize(dimension: Uint8Array): number | null {
  const size = fieldsOf(dimension).find((field) => field.number === 1)?.value ?? 0;
  return Number.isSafeInteger(size) && size > 0 ? size : null;
}

function textOf(bytes: Uint8Array, number: number): string {
  return new TextDecoder().decode(nested(bytes, number).at(-1) ?? new Uint8Array());
}

function nested(bytes: Uint8Array, number: number): Uint8Array[] {
  return fieldsOf(bytes)
    .filter((field) => field.number === number)
    .map((field) => field.bytes);
}

/** The fields of one protocol buffer message, in order. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let position = 0;
  while (position < bytes.length) {
    const key = readVarint(bytes, position);
    const number = Math.floor(key.value / 8);
    const content = readContent(bytes, key.end, key.value % 8);
    fields.push({ number, value: content.value, bytes: content.bytes });
    position = content.end;
  }
  return fields;
}

interface Content {
  readonly value: number;
  readonly bytes: Uint8Array;
  readonly end: number;
}

const NOTHING = new Uint8Array();

function readContent(bytes: Uint8Array, start: number, wireType: number): Content {
  if (wireType === 0) return { ...readVarint(bytes, start), bytes: NOTHING };
  const fixed = wireType === 1 ? 8 : wireType === 5 ? 4 : null;
  if (fixed !== null) return { value: 0, bytes: NOTHING, end: within(bytes, start + fixed) };
  if (wireType !== 2) throw new GraphFormatError('is not an ONNX model');
  const length = readVarint(bytes, start);
  const end = within(bytes, length.end + length.value);
  return { value: 0, bytes: bytes.subarray(length.end, end), end };
}

/** Values beyond 2^53 lose digits; none of those is used. */
function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[within(bytes, start + index + 1) - 1] as number;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  throw new GraphFormatError('is not an ONNX model');
}

function within(bytes: Uint8Array, end: number): number {
  if (end <= bytes.length) return end;
  throw new GraphFormatError('is not an ONNX model, or is cut off');
}
