import { useEffect } from 'preact/hooks';
import { keyOfMap } from '../../../sw/service/map-key.ts';
import { ErrorState } from '../../parts/notice.tsx';
import { openService } from '../../state/services.ts';
import { text } from '../../text/text.ts';
import { maps, refreshMaps } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Say why a composed map cannot be shown: it does not exist, or it could not be read this time. */
export function ComposedMapFailure({ id, message }: { id: string; message: string }) {
  useEffect(() => void refreshMaps().catch(() => undefined), [id]);
  const isUnknown = maps.value !== undefined && !maps.value.some((map) => map.id === id);
  return isUnknown ? (
    <ErrorState title={composeText.unknown} message={composeText.unknownDetail} />
  ) : (
    <ErrorState title={text.services.mapFailed} message={message} onRetry={() => void openService(keyOfMap(id))} />
  );
}
