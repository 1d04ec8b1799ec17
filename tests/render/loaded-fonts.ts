import { loadFonts } from './draw-plan.ts';

// Test files share a page, which caches text widths. Load the fonts first, so that no widths of another font are
// cached.
await loadFonts();
