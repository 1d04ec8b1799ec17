import { trimLetters } from '../../../sw/contract/trim-letters.ts';

const maxLength = 64;

/**
 * Transliterations of letters that Unicode doesn't decompose: Latin, and Greek and Cyrillic by ISO 843 and ISO 9
 * without marks.
 */
const letters = new Map(
  (
    'ß ss ø o ł l đ d æ ae œ oe þ th ð d ı i ħ h ŧ t ŋ ng ' +
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ' +
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ _ ы y ь _ ' +
    'э e ю yu я ya є ye і i ґ g ђ dj љ lj њ nj ћ c џ dz'
  )
    .split(' ')
    .map((letter, i, all) => [letter, all[i + 1]!] as const)
    .filter((_, i) => i % 2 === 0),
);

/**
 * Make a service name (letters, digits, `_`, `-`, at most 64) from a text. Letters without a transliteration become
 * their code points, so that different texts get different names.
 */
export function serviceName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFC');
  const ascii = plain.replace(/[^\p{ASCII}]/gu, (letter) => {
    const lower = letters.get(letter.toLowerCase());
    if (lower !== undefined) return letter === letter.toLowerCase() ? lower : lower[0]!.toUpperCase() + lower.slice(1);
    return /[\p{L}\p{M}\p{N}]/u.test(letter) ? `u${letter.codePointAt(0)!.toString(16)}` : '_';
  });
  return trimLetters(ascii.replace(/[^A-Za-z0-9_-]+/g, '_'), '_', true).slice(0, maxLength) || 'service';
}

/** Return the name, or if it is taken, the name with the first free number. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `_${number}`;
    const candidate = name.slice(0, maxLength - end.length) + end;
    if (!isTaken(candidate)) return candidate;
  }
}
