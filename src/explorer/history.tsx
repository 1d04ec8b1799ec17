import { signal } from '@preact/signals';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { openPage } from '../state/route.ts';
import { currentKey, openService, services } from '../state/services.ts';
import { formatBytes, formatDuration, formatMoment } from '../text/format.ts';
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
        {sent.map((request) => (
          <li key={`${request.at} ${request.operation}`}>
            <button type="button" onClick={() => bringBack(request)}>
              <strong>{request.operation}</strong>
              <span>{request.service}</span>
              <span data-fault={request.fault ? '' : undefined}>
                {request.fault ?? formatDuration(request.totalMs)}
              </span>
              <small>
                {formatMoment(request.at)} · {formatBytes(request.responseBytes)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface SentRequest {
  readonly at: number;
  /** The map service, or the display name of the portal. */
  readonly service: string;
  readonly operation: string;
  /** XML for SOAP; otherwise a note without passwords, files and tokens. */
  readonly message: string;
  readonly totalMs: number;
  readonly responseBytes: number;
  readonly fault?: string | undefined;
}

const key = 'soapstone-explorer-history';
const maxRequests = 40;
/** Maximum size of all messages together; browsers store about five million characters. */
const maxChars = 400_000;

/** Messages sent from this browser, newest first. */
const sentRequests = signal<readonly SentRequest[]>(read());

function read(): readonly SentRequest[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((entry) => typeof entry?.message === 'string' && typeof entry.operation === 'string')
      : [];
  } catch {
    // If storage is unavailable or in another format, the history is empty.
    return [];
  }
}

/** Store a message, and drop the oldest ones beyond the limits. */
export function rememberRequest(sent: SentRequest): void {
  const others = sentRequests.value.filter((other) => other.message !== sent.message || other.service !== sent.service);
  let chars = 0;
  const stored = [sent, ...others].slice(0, maxRequests).filter(({ message }) => {
    chars += message.length;
    return chars <= maxChars;
  });
  sentRequests.value = stored;
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // If storage is unavailable, the history is lost with the page.
  }
}

function forgetRequests(): void {
  sentRequests.value = [];
  try {
    localStorage.removeItem(key);
  } catch {
    // If storage is unavailable, nothing was stored.
  }
}
