/** How are the few kinds of protocol buffer fields written that a run log needs? */

const [VARINT, LENGTH] = [0, 2];

export function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** @param value a non-negative safe integer */
export function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + VARINT), varint(value)]);
}

export function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text, 'utf8'));
}

export function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + LENGTH), varint(bytes.length), bytes]);
}

/** google.protobuf.Timestamp. @param milliseconds since 1970 */
export function timestamp(milliseconds: number): Buffer {
  const whole = Math.floor(milliseconds / 1_000);
  return message(numberField(1, whole), numberField(2, (milliseconds - whole * 1_000) * 1e6));
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) + 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
