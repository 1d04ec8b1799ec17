import { loadFonts } from './draw-plan.ts';

// Files share one page, and widths of texts are remembered: those of another font must not be.
await loadFonts();
