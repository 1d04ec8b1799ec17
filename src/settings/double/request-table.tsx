import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { askAdmin } from '../../relay/ask-admin.ts';
import { formatNumber } from '../../text/format.ts';
import { type Explanation, type ListedRequest, requests } from './double.ts';
import { doubleText as t } from './text/double-text.ts';
import type { Trying } from './trying.ts';

/** What programs have asked last, each with the way to why it was answered so. */
export function RequestTable({ trying }: { trying: Trying }) {
  const [shown, setShown] = useState<{ readonly request: ListedRequest; readonly answer: Explanation }>();
  const explain = (request: ListedRequest) =>
    trying(async () => setShown({ request, answer: await askAdmin<Explanation>(`/requests/${request.id}/why`) }));
  if (requests.value.length === 0) return <p>{t.noRequests}</p>;
  return (
    <>
      <ScrollRegion name={t.requests} kind="table-scroll">
        <table>
          <thead>
            <tr>
              {Object.entries(t.columns).map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {requests.value.map((request) => (
              <tr key={request.id}>
                <td>{request.method}</td>
                <td title={request.url}>{addressOf(request)}</td>
                <td data-number>{request.isCutOff ? t.cutOff : (request.status ?? t.open)}</td>
                <td data-number>{request.totalMs === undefined ? '' : formatNumber(Math.round(request.totalMs))}</td>
                <td>
                  <button
                    type="button"
                    class="link"
                    aria-label={t.whyOf(addressOf(request))}
                    onClick={() => void explain(request)}
                  >
                    {t.why}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown && (
        <Dialog wide title={t.whyOf(addressOf(shown.request))} onClose={() => setShown(undefined)}>
          <p>{t.total(formatNumber(Math.round(shown.answer.totalMs)))}</p>
          <ScrollRegion name={t.decided} kind="table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t.step}</th>
                  <th scope="col">{t.decided}</th>
                  <th scope="col">{t.columns.ms}</th>
                </tr>
              </thead>
              <tbody>
                {shown.answer.steps.map(({ step, tookMs, atMs, ...facts }) => (
                  <tr key={atMs}>
                    <td>{step}</td>
                    <td>{decided(facts)}</td>
                    <td data-number>{formatNumber(Math.round(tookMs * 10) / 10)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </Dialog>
      )}
    </>
  );
}

/** The path, with the operation where the path does not name it. */
const addressOf = ({ url, operation }: ListedRequest): string =>
  `${decodeURIComponent(new URL(url).pathname)}${operation ? ` · ${operation}` : ''}`;

const decided = (facts: object): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
