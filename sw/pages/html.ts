import { escapeAttribute } from '../contract/markup.ts';

/** Text that is already HTML. Any other text is escaped when it is inserted into a template. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = string | number | Markup | readonly Piece[] | undefined;

const render = (piece: Piece): string => {
  if (piece === undefined) return '';
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(render).join('');
  return escapeAttribute(String(piece));
};

/** Write HTML. Inserted values are escaped unless they are `Markup`. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(pieces[index - 1]) + string));
}
