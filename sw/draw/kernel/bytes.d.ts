declare module '*.bytes' {
  /** The compiled module, one character for each byte; see `src/build/kernel-plugin.ts`. */
  const bytes: string;
  export default bytes;
}
