import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { openPage } from '../state/route.ts';
import { currentKey, openService, services } from '../state/services.ts';
import { formatBytes, formatDuration, formatMoment } from '../text/format.ts';
import { forgetRequests, type SentRequest, sentRequests } from './history.ts';
import { isSoap, packRequest } from './request.ts';
import { explorerText as t } from './text/explorer-text.ts';

export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const sent = sentRequests.value;
  const bringBack = ({ service, operation, message }: SentRequest) => {
    onClose();
    const isMap = isSoap(operation) && services.value?.some(({ name }) => name === service);
    if (isMap && service !== currentKey.value) void openService(service);
    openPage('explorer', { operation, request: packRequest(message) });
  };
  return (
    <Dialog
      wide
      title={t.history}
      onClose={onClose}
      footer={
        sent.length > 0 && (
          <Button icon="trash" onClick={forgetRequests}>
            {t.forget}
          </Button>
        )
      }
    >
      {sent.length === 0 && <p class="soft">{t.noHistory}</p>}
      <ul class="history-list">
        {sent.map((one) => (
          <li key={`${one.at} ${one.operation}`}>
            <button type="button" onClick={() => bringBack(one)}>
              <strong>{one.operation}</strong>
              <span>{one.service}</span>
              <span data-fault={one.fault ? '' : undefined}>{one.fault ?? formatDuration(one.totalMs)}</span>
              <small>
                {formatMoment(one.at)} · {formatBytes(one.responseBytes)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
