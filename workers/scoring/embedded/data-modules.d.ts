/** Data modules: the bundler attaches the file, the Worker gets its bytes. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** WebAssembly modules: compiled when the Worker is uploaded, because isolates may not compile. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
