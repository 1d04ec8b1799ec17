declare module '*.bytes' {
  /** Compiled module, one character per byte. See `src/build/kernel-plugin.ts`. */
  const bytes: string;
  export default bytes;
}
