// The encoder's inner loops, in AssemblyScript, compiled to WebAssembly SIMD by the install step.
// Arguments are byte addresses in the imported memory, 16-byte aligned; matrices are row-major
// unless stated; widths are multiples of 8 and nothing is bounds-checked: encoder.ts owns the memory.
export { attend } from './attention';
export { dense, quantiseRows } from './dense';
export { meanRows, normaliseRows } from './rows';
