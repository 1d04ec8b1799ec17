import { useEffect } from 'preact/hooks';
import { keyOfMap } from '../../../sw/service/map-key.ts';
import { ErrorState } from '../../parts/notice.tsx';
import { openService } from '../../state/services.ts';
import { text } from '../../text/text.ts';
import { maps, refreshMaps } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Explain why a composed map can't be shown: it doesn't exist, or reading it failed. */
export function ComposedMapFailure({ id, message }: { id: string; message: string }) {
  useEffect(() => void refreshMaps().catch(() => undefined), [id]);
  const isUnknown = maps.value !== undefined && !maps.value.some((map) => map.id === id);
  return isUnknown ? (
    <ErrorState title={composeText.unknown} message={composeText.unknownDetail} />
  ) : (
    <ErrorState title={text.services.mapFailed} message={message} onRetry={() => void openService(keyOfMap(id))} />
  );
}
