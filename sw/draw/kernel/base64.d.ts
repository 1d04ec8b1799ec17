declare module '*.base64' {
  /** The compiled module in base64; see `src/build/kernel-plugin.ts`. */
  const base64: string;
  export default base64;
}
