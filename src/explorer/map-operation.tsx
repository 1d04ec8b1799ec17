import { batch } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { Select } from '../parts/form/select.tsx';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { changeRoute, route } from '../state/route.ts';
import { currentKey, mapError, mapInfo, openService, services } from '../state/services.ts';
import { text } from '../text/text.ts';
import { AnswerView } from './answer/answer-view.tsx';
import { exampleRequest } from './example-request.ts';
import { requestFacts } from './request-facts.ts';
import { RequestPanel } from './request-panel.tsx';
import { loadMessage, openDraft, shownSubject } from './session.ts';
import { unpackRequest } from './share-link.ts';
import { explorerText as t } from './text/explorer-text.ts';

export function MapOperation({ operation }: { operation: OperationName }) {
  const [key, info] = [currentKey.value, mapInfo.value];
  const subject = `${key} ${operation}`;
  const facts = useMemo(() => info && requestFacts(info), [info]);
  const packed = route.value.get('request');
  // An operation starts with an example and later shows its last draft; a link brings its own message.
  useEffect(() => {
    if (!facts) return;
    const shared = packed && unpackRequest(packed);
    batch(() => {
      openDraft(subject, () => exampleRequest(operation, facts) as Record<string, unknown>);
      if (shared) loadMessage(shared);
      if (packed) changeRoute({ request: undefined });
    });
  }, [operation, key, facts, packed]);
  return (
    <>
      <header>
        <h1>{operation}</h1>
        <p>{operations[operation].doc}</p>
        <label class="inline-field">
          <span>{t.service}</span>
          <Select
            value={key ?? ''}
            choices={(services.value ?? []).map(({ name, title }) => [name, title])}
            onChange={(name) => void openService(name)}
          />
        </label>
      </header>
      {services.value?.length === 0 && (
        <EmptyState icon="map" title={text.services.emptyTitle}>
          <p>{text.services.empty}</p>
        </EmptyState>
      )}
      {mapError.value && (
        <ErrorState
          title={text.services.mapFailed}
          message={mapError.value}
          onRetry={() => key && void openService(key)}
        />
      )}
      {!info && key && !mapError.value && <div class="skeleton" style={{ height: '240px' }} />}
      {facts && key && shownSubject.value === subject && (
        <div class="exchange">
          <RequestPanel key={subject} service={key} operation={operation} facts={facts} />
          <AnswerView />
        </div>
      )}
    </>
  );
}
