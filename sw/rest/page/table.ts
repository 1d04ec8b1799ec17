import { html, type Markup, type Piece } from '../../pages/html.ts';

/** A table that scrolls on its own where it is wider than the page. */
export const table = (title: string, columns: readonly Piece[], rows: readonly (readonly Piece[])[]): Markup =>
  html`<div class="scroll" role="region" tabindex="0" aria-label="${title}"><table><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

/** Space a name: `queryRelatedRecords` is "Query related records". */
export const spaced = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
