import { useEffect } from 'preact/hooks';
import { changeRoute, route } from '../../state/route.ts';
import { unpackRequest } from '../share-link.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { type HttpOperationName, httpRow, titleOf } from './operation-rows.ts';
import { PortalAnswerView } from './portal-answer.tsx';
import { PortalPanel } from './portal-panel.tsx';
import { readNote } from './portal-request.ts';
import { openPortalOperation, portalRequest } from './portal-session.ts';

export function PortalOperation({ operation }: { operation: HttpOperationName }) {
  const { doc, path, effect, allow, bytes, method } = httpRow(operation);
  const packed = route.value.get('request');
  useEffect(() => {
    const shared = packed ? readNote(unpackRequest(packed) ?? '') : undefined;
    openPortalOperation(operation, shared?.operation === operation ? shared : undefined);
    if (packed) changeRoute({ request: undefined });
  }, [operation, packed]);
  const isOpen = portalRequest.value.operation === operation;
  return (
    <>
      <header>
        <h1>{titleOf(operation)}</h1>
        <p>{doc}</p>
        <p class="row operation-facts">
          <code>
            {method ?? (effect === 'read' ? 'GET, POST' : 'POST')} {path}
          </code>
          <span data-effect={effect}>{effect === 'read' ? t.portal.reads : t.portal.writes}</span>
          <span>{t.portal.rules[allow]}</span>
          {bytes && <span>{t.portal.answersFile}</span>}
        </p>
      </header>
      {isOpen ? (
        <div class="exchange">
          <PortalPanel key={operation} operation={operation} />
          <PortalAnswerView />
        </div>
      ) : (
        <div class="skeleton" style={{ height: '240px' }} />
      )}
    </>
  );
}
