import './explorer.css';
import { batch } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type OperationName, operations } from '../../../sw/contract/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { EmptyState, ErrorState } from '../../parts/notice.tsx';
import { movePlace, place } from '../../state/place.ts';
import { currentKey, mapError, mapInfo, openService, services } from '../../state/services.ts';
import { explorerText as t } from '../../text/explorer-text.ts';
import { text } from '../../text/text.ts';
import { AnswerView } from './answer/answer-view.tsx';
import { exampleRequest } from './example-request.ts';
import { OperationList } from './operation-list.tsx';
import { requestFacts } from './request-facts.ts';
import { RequestPanel } from './request-panel.tsx';
import { answer, rawXml, readEnvelope, request } from './session.ts';
import { unpackRequest } from './share-link.ts';

const firstOperation: OperationName = 'ExportMapImage';
const isOperation = (name: string | undefined): name is OperationName =>
  name !== undefined && Object.hasOwn(operations, name);

/** Every operation of the service with a form made from its row, to be tried on the open service. */
export function ExplorerPage() {
  const wanted = place.value.get('operation');
  const operation = isOperation(wanted) ? wanted : firstOperation;
  const [key, info] = [currentKey.value, mapInfo.value];
  const facts = useMemo(() => info && requestFacts(info), [info]);
  const packed = place.value.get('request');
  const taken = useRef<string | undefined>(undefined);
  // Another operation or service begins with an example; a link or the history brings its own message.
  useEffect(() => {
    if (!facts) return;
    const subject = `${key} ${operation}`;
    const shared = packed && unpackRequest(packed);
    if (!shared && taken.current === subject) return;
    taken.current = subject;
    batch(() => {
      answer.value = { state: 'none' };
      rawXml.value = undefined;
      request.value = exampleRequest(operation, facts) as Record<string, unknown>;
      if (shared) takeMessage(shared);
      if (packed) movePlace({ request: undefined });
    });
  }, [operation, key, facts, packed]);
  return (
    <main class="page explorer" id="main" tabIndex={-1} data-chosen={isOperation(wanted) ? '' : undefined}>
      <OperationList current={isOperation(wanted) ? wanted : undefined} shown={operation} />
      <div class="explorer-main">
        <button
          type="button"
          class="button quiet small only-narrow"
          onClick={() => movePlace({ operation: undefined })}
        >
          <Icon name="chevron-left" size={15} />
          {t.allOperations}
        </button>
        <header>
          <h1>{operation}</h1>
          <p>{operations[operation].doc}</p>
          <label class="inline-field">
            <span>{t.service}</span>
            <select class="input" value={key ?? ''} onChange={(event) => void openService(event.currentTarget.value)}>
              {(services.value ?? []).map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
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
        {facts && key && <RequestPanel key={`${key} ${operation}`} service={key} operation={operation} facts={facts} />}
        <AnswerView />
      </div>
    </main>
  );
}

/** Show a message: in the form where the form can hold it, else as it is. */
export function takeMessage(xml: string): void {
  try {
    request.value = readEnvelope(xml).value;
    rawXml.value = undefined;
  } catch {
    rawXml.value = xml;
  }
}
