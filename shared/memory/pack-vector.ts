/** Steps of a signed byte on either side of zero. */
const STEPS = 127;

/**
 * A unit vector in 8 bits a value, as base64: its largest value is ±127. Cosines of packed vectors are
 * within 0.01 of the exact ones. A zero vector packs to zeros.
 */
export function packVector(values: Float32Array): string {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const scale = largest > 0 ? STEPS / largest : 0;
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) bytes[i] = Math.round((values[i] ?? 0) * scale) & 0xff;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The unit vector that was packed; zeros for a zero vector. Throws for what is not base64. */
export function unpackVector(packed: string): Float32Array {
  const binary = atob(packed);
  const values = new Float32Array(binary.length);
  let squares = 0;
  for (let i = 0; i < binary.length; i++) {
    const value = (binary.charCodeAt(i) << 24) >> 24;
    values[i] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  if (norm > 0) for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) / norm;
  return values;
}
