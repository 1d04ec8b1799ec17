/**
 * What draws in all tests of the browser: `VITE_SURFACE=scalar` leaves the kernel without SIMD, `VITE_SURFACE=canvas` leaves
 * nothing but the canvas, as in a host without WebAssembly.
 */
export const forcedSurface: 'canvas' | 'scalar' | undefined = import.meta.env.VITE_SURFACE;

const { compile } = WebAssembly;
let hasRefused = false;

async function refusing(source: BufferSource): Promise<WebAssembly.Module> {
  // The first module to be compiled is the one with SIMD.
  if (forcedSurface === 'scalar' && hasRefused) return compile(source);
  hasRefused = true;
  throw new Error('Refused by VITE_SURFACE');
}

// Files share the page.
if (forcedSurface && compile.name !== refusing.name) WebAssembly.compile = refusing;
