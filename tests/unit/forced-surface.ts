/**
 * The drawing surface forced in all browser tests: `VITE_SURFACE=scalar` disables SIMD in the kernel,
 * `VITE_SURFACE=canvas` leaves only the canvas, like a host without WebAssembly.
 */
export const forcedSurface: 'canvas' | 'scalar' | undefined = import.meta.env.VITE_SURFACE;

const { compile } = WebAssembly;
let hasRefused = false;

async function refusing(source: BufferSource): Promise<WebAssembly.Module> {
  // The SIMD module is compiled first, so refuse only that one.
  if (forcedSurface === 'scalar' && hasRefused) return compile(source);
  hasRefused = true;
  throw new Error('Refused by VITE_SURFACE');
}

// Files share the page, so this may be installed already.
if (forcedSurface && compile.name !== refusing.name) WebAssembly.compile = refusing;
