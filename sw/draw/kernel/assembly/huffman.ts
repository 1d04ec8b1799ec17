/** Number of symbols in the largest alphabet: literals and lengths. */
const maxSymbols: u32 = 288;

/** Bytes of working memory for `makeCode`. */
export const codeMemory: usize = maxSymbols * 4 * 2 + 64 * 4 * 2;

/**
 * Make a Huffman code whose words are at most `limit` bits long.
 *
 * @param counts u32 by symbol; changed if fewer than two symbols are used
 * @param codes  receives u32 by symbol: length in bits << 16 | bits to write, lowest first; 0 for unused symbols
 * @param work   address of `codeMemory` bytes
 */
export function makeCode(counts: usize, symbols: u32, limit: u32, codes: usize, work: usize): void {
  const keys = work;
  const weights = work + maxSymbols * 4;
  const perLength = weights + maxSymbols * 4;
  const next = perLength + 64 * 4;
  let used: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) if (load<u32>(counts + (symbol << 2)) > 0) used++;
  // Some decoders reject codes with fewer than two words.
  for (let symbol: u32 = 0; used < 2; symbol++)
    if (load<u32>(counts + (symbol << 2)) === 0) {
      store<u32>(counts + (symbol << 2), 1);
      used++;
    }
  used = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    store<u32>(codes + (symbol << 2), 0);
    const count = load<u32>(counts + (symbol << 2));
    if (count > 0) store<u32>(keys + (used++ << 2), (count << 9) | symbol);
  }
  sort(keys, used);
  for (let i: u32 = 0; i < used; i++) store<u32>(weights + (i << 2), load<u32>(keys + (i << 2)) >>> 9);
  depths(weights, used);
  memory.fill(perLength, 0, 64 * 4);
  for (let i: u32 = 0; i < used; i++) {
    const address = perLength + (min(limit, load<u32>(weights + (i << 2))) << 2);
    store<u32>(address, load<u32>(address) + 1);
  }
  shorten(perLength, limit);
  // The rarest symbols come first and get the longest words.
  let i: u32 = 0;
  for (let length = limit; length > 0; length--)
    for (let n = load<u32>(perLength + (length << 2)); n > 0; n--, i++)
      store<u32>(codes + ((load<u32>(keys + (i << 2)) & 511) << 2), length << 16);
  let word: u32 = 0;
  for (let length: u32 = 1; length <= limit; length++) {
    word = (word + (length > 1 ? load<u32>(perLength + ((length - 1) << 2)) : 0)) << 1;
    store<u32>(next + (length << 2), word);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = load<u32>(codes + (symbol << 2)) >>> 16;
    if (length === 0) continue;
    const address = next + (length << 2);
    const bits = load<u32>(address);
    store<u32>(address, bits + 1);
    store<u32>(codes + (symbol << 2), (length << 16) | reverseBits(bits, length));
  }
}

/** Sort in place, smallest first. */
function sort(keys: usize, count: u32): void {
  for (let gap: u32 = 121; gap > 0; gap = (gap - 1) / 3)
    for (let i = gap; i < count; i++) {
      const key = load<u32>(keys + (i << 2));
      let j = i;
      for (; j >= gap && load<u32>(keys + ((j - gap) << 2)) > key; j -= gap)
        store<u32>(keys + (j << 2), load<u32>(keys + ((j - gap) << 2)));
      store<u32>(keys + (j << 2), key);
    }
}

/**
 * Replace weights, smallest first, by the lengths of their words in an optimal code.
 *
 * @see Moffat and Katajainen, "In-place calculation of minimum-redundancy codes" (1995)
 */
function depths(weights: usize, count: i32): void {
  let leaf = 0;
  let root = 0;
  for (let next = 0; next < count - 1; next++) {
    let sum: u32 = 0;
    for (let pick = 0; pick < 2; pick++) {
      const isRoot = leaf >= count || (root < next && get(weights, root) < get(weights, leaf));
      if (isRoot) {
        sum += get(weights, root);
        set(weights, root++, next);
      } else sum += get(weights, leaf++);
    }
    set(weights, next, sum);
  }
  set(weights, count - 2, 0);
  for (let next = count - 3; next >= 0; next--) set(weights, next, get(weights, get(weights, next)) + 1);
  let open = 1;
  let depth = 0;
  root = count - 2;
  let i = count - 1;
  while (open > 0) {
    let inner = 0;
    while (root >= 0 && get(weights, root) === depth) {
      inner++;
      root--;
    }
    for (; open > inner; open--) set(weights, i--, depth);
    open = 2 * inner;
    depth++;
  }
}

/** Restore a prefix code after lengths were cut to the limit. */
function shorten(perLength: usize, limit: u32): void {
  let total: u32 = 0;
  for (let length: u32 = 1; length <= limit; length++)
    total += load<u32>(perLength + (length << 2)) << (limit - length);
  for (; total > (<u32>1) << limit; total--) {
    const last = perLength + (limit << 2);
    store<u32>(last, load<u32>(last) - 1);
    let length = limit - 1;
    while (load<u32>(perLength + (length << 2)) === 0) length--;
    const address = perLength + (length << 2);
    store<u32>(address, load<u32>(address) - 1);
    store<u32>(address + 4, load<u32>(address + 4) + 2);
  }
}

function reverseBits(bits: u32, length: u32): u32 {
  let result: u32 = 0;
  for (let i: u32 = 0; i < length; i++) result |= ((bits >>> i) & 1) << (length - 1 - i);
  return result;
}

function get(list: usize, i: i32): i32 {
  return load<i32>(list + (i << 2));
}

function set(list: usize, i: i32, value: i32): void {
  store<i32>(list + (i << 2), value);
}
