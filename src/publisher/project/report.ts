import type { Loss, LossKind } from './losses.ts';
import { isFeatureLayer, type ProjectMap } from './project-map.ts';
import { projectDe } from './report-de.ts';
import { projectEn, type ReportText } from './report-en.ts';
import { element, textElement } from './xml-text.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48em;margin:2em auto;padding:0 1em}code,pre{background:#8882;padding:.1em .3em;border-radius:4px}pre{padding:.8em;overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.3em .6em;text-align:left;vertical-align:top}:root{color-scheme:light dark}';

/** Write the page of the folder: how it is used, and what of the map is not in it. */
export function projectReport(map: ProjectMap, language: 'en' | 'de'): string {
  const t: ReportText = language === 'de' ? projectDe : projectEn;
  const all = [...map.layers, ...map.tables];
  const rows = all.flatMap(({ title, losses }) => losses.map((loss) => [title, sentence(t, loss)] as const));
  const lost =
    rows.length === 0
      ? textElement('p', t.nothingLost)
      : element('table', {}, [
          element('tr', {}, [textElement('th', t.layer), textElement('th', t.lost)]),
          ...rows.map(([title, text]) => element('tr', {}, [textElement('td', title), textElement('td', text)])),
        ]);
  const [first] = map.layers.filter(isFeatureLayer);
  const body = [
    textElement('h1', map.title),
    ...(map.description ? [textElement('p', map.description)] : []),
    textElement('p', t.intro),
    element(
      'ul',
      {},
      t.files.map((line) => textElement('li', line)),
    ),
    textElement('h2', t.lostTitle),
    lost,
    textElement('h2', t.alwaysTitle),
    element(
      'ul',
      {},
      t.always.map((line) => textElement('li', line)),
    ),
    textElement('h2', t.useTitle),
    ...t
      .use(first?.id ?? 'layer')
      .map(([text, command]) => textElement('p', text) + (command ? textElement('pre', command) : '')),
  ];
  return `<!doctype html>\n${element('html', { lang: language }, [element('head', {}, ['<meta charset="utf-8"><meta name="viewport" content="width=device-width">', textElement('title', map.title), `<style>${style}</style>`]), element('body', {}, body)])}\n`;
}

function sentence({ losses }: ReportText, { kind, detail }: Loss): string {
  const text = losses[kind satisfies LossKind];
  return detail ? `${text}: ${detail}` : text;
}
